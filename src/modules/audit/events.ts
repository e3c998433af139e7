export const AUDIT_EVENTS = [
  'organization_created',
  'organization_updated',
  'organization_deleted',
  'member_added',
  'member_updated',
  'member_removed',
  'coach_added',
  'coach_removed',
  'invitation_created',
  'invitation_revoked',
  'group_created',
  'group_updated',
  'group_deleted',
  'group_member_added',
  'group_member_removed',
  'api_key_created',
  'api_key_updated',
  'api_key_revoked',
  'export_created',
  'export_downloaded',
  'plan_assigned',
  'campaign_sent',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Those whose target is a person. Their `target_name` goes when the person does: the trigger of the log has the same list. */
export const EVENTS_ABOUT_A_PERSON = [
  'member_added',
  'member_updated',
  'member_removed',
  'coach_added',
  'coach_removed',
  'group_member_added',
  'group_member_removed',
  'plan_assigned',
] as const satisfies readonly AuditEvent[];
