import { hash } from 'node:crypto';
import { AppError } from '../../../shared/errors.ts';
import { readFit } from './read-fit.ts';
import { createGpxReader } from './read-gpx.ts';
import { createTcxReader } from './read-tcx.ts';
import { visitXml, type XmlVisitor } from './read-xml.ts';
import { quoted, refusal } from './refuse.ts';
import { summarize } from './summarize.ts';
import type { ImportedActivity, Recording } from './types.ts';
import { unpack } from './unpack.ts';

type RecordingReader = { visitor: XmlVisitor; finish: () => Recording[] };

/**
 * The activities of a FIT, TCX or GPX file, plain, gzipped or alone in a ZIP, and the SHA-256 of the unpacked recording.
 * The content decides, not the name. It may take seconds of CPU: the server uses `createRecordingParser`.
 * @param fileName for messages
 * @throws AppError `validation_error` 400 that says what is wrong with the file and what to do
 */
export function parseAndHash(
  bytes: Uint8Array,
  fileName: string,
): { activities: ImportedActivity[]; sha256: Uint8Array } {
  try {
    const content = unpack(bytes);
    const recordings = content.kind === 'fit' ? readFit(content.bytes) : readXml(content.bytes);
    return { activities: recordings.map(summarize), sha256: hash('sha256', content.bytes, 'buffer') };
  } catch (error) {
    throw naming(fileName, error);
  }
}

/** The refusal with the file's name before it, for uploads of several. */
function naming(fileName: string, error: unknown): unknown {
  if (!(error instanceof AppError) || fileName === '') return error;
  return refusal(`${quoted(fileName)}: ${error.message}`, error.cause);
}

function readXml(bytes: Uint8Array): Recording[] {
  const chosen: { reader: RecordingReader | null } = { reader: null };
  visitXml(bytes, (root) => {
    chosen.reader = readerFor(root);
    return chosen.reader.visitor;
  });
  return chosen.reader?.finish() ?? [];
}

function readerFor(root: string): RecordingReader {
  if (root === 'gpx') return createGpxReader();
  if (root === 'TrainingCenterDatabase') return createTcxReader();
  throw refusal(`The XML is a ${quoted(root)} document; of XML only GPX and TCX are read.`);
}
