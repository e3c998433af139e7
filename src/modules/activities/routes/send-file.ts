import type { FileOutput, StreamReply } from '../../../http/route.ts';
import { attachmentDisposition } from '../../../infra/object-store/content-disposition.ts';
import type { OpenFile } from '../read-member-activity.ts';

export const UPLOADED_FILE: FileOutput = {
  media_type: 'application/octet-stream',
  description: 'FIT, TCX or GPX, gzipped or not, byte by byte as it was uploaded.',
};

export function sendUploadedFile({ file_name, size_bytes, body }: OpenFile): StreamReply {
  return {
    status: 200,
    stream: body,
    headers: {
      'content-type': UPLOADED_FILE.media_type,
      'content-disposition': attachmentDisposition(file_name),
      'content-length': String(size_bytes),
      'cache-control': 'no-store',
    },
  };
}
