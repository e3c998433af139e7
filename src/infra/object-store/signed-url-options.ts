export type SignedUrlOptions = {
  expires_in_s: number;
  /** Offered to the person who downloads; control characters and path separators are taken out. */
  file_name: string;
  /** Media type the file is served as, such as `application/zip`. */
  content_type: string;
};
