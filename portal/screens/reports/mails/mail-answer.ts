import type { RouteAnswer, RouteRequest } from '../../../ask/ask.ts'

export type ReportMail = RouteAnswer<'listReportMails'>['mails'][number]
export type MailReceiver = ReportMail['receivers'][number]
export type WantedMail = RouteRequest<'saveReportMail'>
