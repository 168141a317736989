import { counted, type FactCompiler, found, plain } from './reading.ts'

/** Facts about the call itself: where and when it was made, and what it carries. */
export const requestFacts: Readonly<Record<string, FactCompiler>> = {
  'location.id': plain(({ location }) => found(location?.id)),
  'location.group': plain(({ location }) => found(location?.group)),
  'location.country': plain(({ location }) => found(location?.country)),
  'terminal.id': plain(({ terminal }) => found(terminal)),
  'employee.id': plain(({ employee }) => found(employee)),
  'request.callType': plain(({ callType }) => found(callType)),
  'request.dayOfWeek': plain(({ clock, due = clock }) => found(due.weekday)),
  'request.hour': plain(({ clock, due = clock }) => counted(due.hour)),
  'request.date': plain(({ clock, due = clock }) => found(due.date)),
  'request.dayOfMonth': plain(({ clock, due = clock }) => counted(Number(due.date.slice(8)))),
  'message.text': plain(({ message }) => found(message?.text)),
  'message.channel': plain(({ message }) => found(message?.channel)),
  'referral.checkouts': plain(({ referral }) => counted(referral?.checkouts)),
  'referral.total': plain(({ referral }) => found(referral?.total)),
}
