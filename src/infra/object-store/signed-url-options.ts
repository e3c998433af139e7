/** What a signed URL grants, and for how long. */
export type SignedUrlOptions = {
  /** Whole seconds, 1 to 604,800 (the seven days that S3 allows). */
  expires_in_s: number;
  /** Offered to the person who downloads; control characters and path separators are taken out. */
  file_name: string;
  /** Media type the file is served as, such as `application/zip`. */
  content_type: string;
};
