export { Plan } from './contract.ts';
export { planData } from './plan-data.ts';
export { listMemberPlans, readMemberPlan } from './read-member-plans.ts';
