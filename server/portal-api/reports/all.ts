import { listReports } from './list-reports.ts'
import { reportRows } from './report-rows.ts'

export const reportRoutes = [listReports, reportRows] as const
