import { listReports } from './list-reports.ts'
import { deleteReportMail, pauseReportMail, stopReportMail } from './mails/change-report-mail.ts'
import { listReportMails } from './mails/list-report-mails.ts'
import { reportMailUsers } from './mails/report-mail-users.ts'
import { saveReportMail } from './mails/save-report-mail.ts'
import { tryReportMail } from './mails/try-report-mail.ts'
import { reportRows } from './report-rows.ts'

export const reportRoutes = [
  listReports,
  reportRows,
  listReportMails,
  reportMailUsers,
  saveReportMail,
  pauseReportMail,
  deleteReportMail,
  stopReportMail,
  tryReportMail,
] as const
