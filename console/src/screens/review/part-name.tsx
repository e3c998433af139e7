import { useSay } from '../../say.tsx';
import type { Part } from './parts-of-run.ts';

export function usePartName(): (part: Part) => string {
  const say = useSay();
  return ({ name }) =>
    'number' in name
      ? say(`review.part.${name.kind}`, { number: name.number })
      : say(`review.part.${name.kind}`);
}

export function PartName({ part }: { readonly part: Part }) {
  return usePartName()(part);
}
