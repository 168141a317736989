import { flag, integer, oneOf, text } from '../../../../ground/contract/field.ts'
import { mailPeriods, mailRhythms } from '../../../report-mail/schedule.ts'

/** What a report by e-mail is, and when it is sent. */
export const scheduleFields = {
  report: text('Which report.').max(40).required(),
  by: text('What it is divided by.').max(20),
  perDay: flag('Whether it is divided by days.').default(false),
  period: oneOf('The time that it tells of, as seen from the day it is sent. Absent: it tells of now.', mailPeriods),
  every: oneOf('How often.', mailRhythms).required(),
  weekDay: integer('With week: on which day, 1 is Monday.').between(1, 7),
  monthDay: integer('With month: on which day, 1 to 28; -1 is the last.').between(-1, 28),
  hour: integer("At which hour, by the brand's clock.").between(0, 23).required(),
}
