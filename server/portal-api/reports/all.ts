import { listReports } from './list-reports.ts'

export const reportRoutes = [listReports] as const
