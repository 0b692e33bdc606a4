/** Column names as both dialects have them; booleans are 0 or 1, instants ISO text, bodies JSON text. */
export interface Schema {
  plans: PlanRow;
  revisions: RevisionRow;
  variants: VariantRow;
  deliveries: DeliveryRow;
  outbox: OutboxRow;
  preferences: PreferenceRow;
  journal: JournalRow;
  price_feeds: PriceFeedRow;
  leases: LeaseRow;
  plan_events: PlanEventRow;
  corrections: CorrectionRow;
  reminders: ReminderRow;
  pilot_tokens: PilotTokenRow;
  team_settings: TeamSettingsRow;
}

interface TeamSettingsRow {
  workspace: string;
  body: string;
}

interface PilotTokenRow {
  id: string;
  digest: string;
  workspace: string;
  plan_id: string;
  person: string;
  issued_at: string;
  expires_at: string;
  spent: string | null;
}

interface ReminderRow {
  workspace: string;
  plan_id: string;
  key: string;
  owner: string;
  kind: string;
  due_at: string;
  says: string;
  state: string;
  channel: string | null;
  scheduled_id: string | null;
}

interface PlanEventRow {
  workspace: string;
  plan_id: string;
  key: string;
  at: string;
  body: string;
}

interface CorrectionRow {
  workspace: string;
  id: string;
  plan_id: string;
  made_at: string;
  body: string;
  withdrawn_by: string | null;
  withdrawn_at: string | null;
}

interface PriceFeedRow {
  key: string;
  content: string | null;
  changed_at: string | null;
  checked_at: string | null;
  attempted_at: string;
  failure: string | null;
}

interface LeaseRow {
  name: string;
  holder: string;
  until: string;
}

interface JournalRow {
  workspace: string;
  key: string;
  written_at: string;
  body: string;
}

export interface PlanRow {
  workspace: string;
  id: string;
  owner: string;
  editors: string;
  channel: string | null;
  head_ts: string | null;
  thread_ts: string | null;
  details_ts: string | null;
  language: string;
  silenced: number;
  private: number;
  public: number;
  last_revision: number;
  highest_revision: number;
  created_at: string;
  updated_at: string;
  archived_at: string | null;
}

interface RevisionRow {
  workspace: string;
  plan_id: string;
  number: number;
  body: string;
}

interface VariantRow {
  workspace: string;
  plan_id: string;
  id: string;
  author: string;
  based_on: number;
  made_at: string;
  body: string;
}

interface DeliveryRow {
  workspace: string;
  key: string;
  kind: string;
  payload: string;
  recorded_at: string;
  claimed_at: string | null;
  attempts: number;
  done_at: string | null;
}

interface OutboxRow {
  workspace: string;
  key: string;
  payload: string;
  put_at: string;
  claimed_at: string | null;
  attempts: number;
  sent_at: string | null;
}

interface PreferenceRow {
  workspace: string;
  person: string;
  language: string | null;
}
