import { isDemoSender } from '../../../../calls/delivery/demo-hosts.ts'
import { model, object, oneOf, text } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../../ground/kernel/time.ts'
import { listUsers } from '../../../access/login/user.sql.ts'
import { composeMail } from '../../../report-mail/compose.ts'
import { makeReport } from '../../../report-mail/made-report.ts'
import { addressOf, findHindrance } from '../../../report-mail/right.ts'
import { languageOf, postReport, wordsOf } from '../../../report-mail/send-mails.ts'
import { testSendsPerMinute as perMinute } from '../../messages/test-sends.ts'
import { turnDown } from '../../refusal.ts'
import { brandRoute } from '../../route.ts'
import { scheduleFields } from './schedule-fields.ts'

const demoMail = model('PortalDemoMail', 'A mail of the demo.', {
  subject: text('Its subject.').required(),
  text: text('Its text.').required(),
  file: text('The name of the file that is attached.'),
})

const { report, by, perDay, period } = scheduleFields

/** Sent at once, as it would be if it were due today, and to nobody else. */
export const tryReportMail = brandRoute({
  name: 'tryReportMail',
  summary: `Send a report to oneself by e-mail, to see what it looks like. At most ${perMinute} a minute.`,
  permission: 'reports.send',
  isConfirmed: false,
  reach: 'brand',
  request: { report, by, perDay, period },
  response: {
    result: oneOf('What became of it.', ['sent', 'failed', 'rejected', 'disabled', 'notSent']).required(),
    why: text('The kind of failure, or what keeps whoever asks from getting reports.'),
    to: text('Where it was sent.'),
    demo: object('In the demo, where nothing leaves the server: the mail.', demoMail),
  },
  run: async ({ request, services, brand, visitor, origin }) => {
    const { email } = brand.document.senders
    if (!email) return turnDown('conflict', 'The brand has no sender for e-mail. Set one up under Messages, Senders.')
    const me = (await listUsers(services.pool, brand.id)).find((one) => one.id === visitor.loginId)
    const why = findHindrance(me, brand)
    const recipient = me && addressOf(me, brand)
    if (why !== undefined || !me || recipient === undefined)
      return { result: 'notSent' as const, why: why ?? 'removed' }
    if (!services.testSends.allows(brand.id, visitor.name))
      return { ...turnDown('slowDown', `At most ${perMinute} test messages a minute are sent.`), retryAfter: 20 }
    const today = formatDateTime(services.now(), brand.timeZone).slice(0, 10)
    const made = await makeReport(services.atLength, brand, { ...request, language: wordsOf(me, brand) }, today)
    if (!made) return turnDown('invalid', 'The report cannot be made for this period: choose another.')
    const frame = { brand, language: languageOf(me, brand), reachedAt: services.publicUrl ?? origin, isTest: true }
    const envelope = { id: `test-${services.newRef()}`, recipient, createdAt: services.now() }
    const sent = await postReport(services, made, frame, envelope)
    const reachesNobody = services.environment === 'demo' && isDemoSender(email.smtp)
    const shown = reachesNobody && sent.kind === 'sent' ? composeMail(made, frame) : undefined
    return defined({
      result: sent.kind,
      why: 'why' in sent ? sent.why : undefined,
      to: sent.kind === 'sent' ? recipient : undefined,
      demo: shown && {
        subject: shown.subject,
        text: shown.text,
        ...(shown.attachment && { file: shown.attachment.name }),
      },
    })
  },
})
