import type { FitMessages } from '@garmin/fitsdk';

/** Garmin's short product names: `fr965` is sold as Forerunner 965. */
const GARMIN_FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^fr(?=\d)/, 'Forerunner '],
  [/^fenix/, 'fēnix '],
  [/^vivo(?=[A-Z])/, 'vívo '],
];

/** The device's name for people: "Garmin Forerunner 965"; null without a maker. */
export function nameFitDevice(messages: FitMessages): string | null {
  const [fileId] = messages.fileIdMesgs ?? [];
  const creator = messages.deviceInfoMesgs?.find((device) => device.deviceIndex === 'creator');
  const maker = fileId?.manufacturer ?? creator?.manufacturer;
  // An unknown maker is a number, and "development" is what unregistered apps write.
  if (typeof maker !== 'string' || maker === 'development') return null;
  const brand = spaced(maker);
  const named = fileId?.productName ?? creator?.productName;
  if (typeof named === 'string' && named.trim() !== '') {
    const name = named.trim().slice(0, 80);
    return name.toLowerCase().startsWith(brand.toLowerCase()) ? name : `${brand} ${name}`;
  }
  const product: unknown = fileId?.garminProduct;
  return typeof product === 'string' ? `${brand} ${garminModel(product)}` : brand;
}

function garminModel(product: string): string {
  for (const [prefix, name] of GARMIN_FAMILIES) {
    if (prefix.test(product))
      return (name + spaced(product.replace(prefix, ''))).replaceAll(/ +/g, ' ').trim();
  }
  return spaced(product);
}

/** `wahooFitness` → `Wahoo Fitness`, `edge1030Plus` → `Edge 1030 Plus`, `5x` → `5X`. */
function spaced(camel: string): string {
  return camel
    .replaceAll(/([a-z])([A-Z0-9])|(\d)([A-Z])/g, '$1$3 $2$4')
    .replaceAll(/(?<=\d)[a-z](?![a-z])/g, (letter) => letter.toUpperCase())
    .replace(/^./, (letter) => letter.toUpperCase())
    .trim();
}
