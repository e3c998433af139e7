/** How far long work has come. `total` is null where it is not known. */
type ProgressStep = {
  readonly stage: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit: 'rows' | 'files' | 'pieces';
};

export type Progress = (step: ProgressStep) => void;
