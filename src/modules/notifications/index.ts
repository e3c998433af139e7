export { tellExportedAthletes } from './tell-exported-athletes.ts';
