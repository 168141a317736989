/** Tables that can be made from others, but by jobs that do so anyway, from time to time or when they are asked to. */
export const madeByJobs = ['best_seller', 'card_score', 'product_pair', 'segment_member', 'segment_state'] as const

/** Tables of records: what happened, what was set, and what is still to be done. There is nothing to make them from. */
export const records = [
  ...['account', 'approval', 'audit_entry', 'audit_seal', 'bounce', 'call_elsewhere', 'card_heir', 'card_set'],
  ...['card_subscription', 'channel', 'checkout', 'closed_figure', 'closed_month', 'code_use', 'coupon', 'event'],
  ...['event_type', 'idempotency_key', 'import_run', 'ledger', 'offer_use', 'pass_link', 'payment_use', 'request'],
  ...['rule_firing', 'budget_use', 'tier_change', 'tier_move', 'transfer_snapshot', 'value_type', 'wallet_pass'],
  ...['wallet_registration', 'campaign_side', 'date_firing', 'portal_day_sum'],
  ...['api_key', 'brand', 'brand_counter', 'brand_schedule', 'brand_version', 'draft', 'draft_entry', 'entry_text'],
  ...['login', 'login_device', 'login_factor', 'login_grant', 'login_throttle', 'one_time_link', 'portal_session'],
  ...['login_pin', 'till_device'],
  ...['report_mail', 'report_receiver', 'report_schedule', 'secret_key', 'send_pause', 'webhook_state'],
  ...['date_progress', 'errand', 'job_mark', 'message', 'migration', 'notice', 'notice_delivery', 'reached_at'],
  ...['receiver_state', 'running_server', 'segment_change', 'unsummed_call', 'verify_run', 'repair', 'repair_card'],
  ...['deployment', 'open_payment', 'member_session', 'member_code', 'member_count', 'member_erasure'],
  ...['member_day', 'member_gift', 'member_passkey'],
  ...['card_device', 'referral', 'referral_code'],
] as const
