export { Plan } from './contract.ts';
export { listMemberPlans, readMemberPlan } from './read-member-plans.ts';
