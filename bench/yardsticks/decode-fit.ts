import { readFile } from 'node:fs/promises';
import { Decoder, Stream } from '@garmin/fitsdk';

/**
 * The yardstick of an import: reading the files and decoding them with Garmin's decoder as its documentation shows,
 * and throwing the messages away. A process of its own, which does one round over all files for each message.
 */
const files = process.argv.slice(2);

async function decodeAll(): Promise<number> {
  const started = performance.now();
  for (const file of files) {
    const decoder = new Decoder(Stream.fromBuffer(await readFile(file)));
    decoder.read();
  }
  return (performance.now() - started) / 1000;
}

process.on('message', () => {
  decodeAll().then(
    (seconds) => process.send?.({ seconds }),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
