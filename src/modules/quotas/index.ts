export { countForAccount, countForDay, untilTomorrow } from './count-for-account.ts';
export { type CountedQuota, findLargestAccounts, findUsage, reduceUsage } from './queries.ts';
export { usageData } from './usage-data.ts';
