import type { AuditActor, AuditState } from '../entry.ts'
import { type AuditWords, balanceOf, changesOf, givenOf, listed, placeOf, show } from './words.ts'

export const en: AuditWords = {
  actor: ({ kind, name, from, employee }: AuditActor) => {
    if (kind === 'commandLine') return `${name}${from ? ` at ${from}` : ''} (command line)`
    const who = kind === 'user' ? name : `key ${name}`
    return `${who}${from ? ` from ${from}` : ''}${employee ? `, employee ${employee}` : ''}`
  },
  actions: {
    'brand.applied': ({ subject, before, after }) =>
      [
        before.version === undefined ? `made brand ${subject}` : changeOf(before, after),
        ...listed('enabled', after.enabled),
        ...listed('disabled', after.disabled),
        ...changeLines(after),
      ].join('; '),
    'brand.scheduled': ({ before, after }) =>
      after.state === 'cancelled'
        ? `cancelled the scheduled change ${show(after.number)}`
        : [
            `scheduled change ${show(after.number)} of version ${show(before.version)} for ${show(after.due)}`,
            ...changeLines(after),
          ].join('; '),
    'draft.saved': ({ before, after }) =>
      `${before.revision === undefined ? 'made' : 'changed'} the draft "${show(after.title)}", revision ${show(after.revision)}`,
    'draft.submitted': ({ after }) => `sent the draft "${show(after.title)}" to review`,
    'draft.reviewed': ({ after }) =>
      `${after.state === 'approved' ? 'approved' : 'sent back'} the draft "${show(after.title)}"`,
    'draft.published': ({ after }) => publicationOf(after),
    'draft.reopened': ({ before, after }) =>
      `opened the draft "${show(after.title)}" again, which was ${show(before.state)}`,
    'draft.discarded': ({ after }) => `discarded the draft "${show(after.title)}"`,
    'key.created': ({ subject, after }) => `made key ${subject} with ${rightsOf(after)}`,
    'key.changed': ({ subject, before, after }) =>
      `changed key ${subject} from ${rightsOf(before)} to ${rightsOf(after)}`,
    'key.rotated': ({ subject, after }) =>
      after.secrets === 2 ? `gave key ${subject} a second secret` : `ended the older secret of key ${subject}`,
    'key.revoked': ({ subject }) => `revoked key ${subject}`,
    'secret.rotated': ({ after }) =>
      after.onlyKey === undefined
        ? `replaced the secret key of the server by number ${show(after.sealsWith)}`
        : `ended the older secret key of the server; number ${show(after.onlyKey)} is left`,
    'environment.changed': ({ subject }) => `made this the environment ${subject}`,
    'stock.generated': ({ subject, after }) => `generated ${show(after.count)} more of ${subject}`,
    'receiver.enabled': ({ subject }) => `switched ${subject} on again`,
    'subscription.assigned': ({ subject, after }) =>
      `gave card ${subject} the subscription ${show(after.subscriptionId)}, ${show(after.status)}`,
    'balance.adjusted': ({ subject, before, after }) =>
      `adjusted card ${subject} from ${balancesOf(before)} to ${balancesOf(after)}`,
    'balance.given': ({ subject, after }) =>
      `${after.isGoodwill === true ? 'gave card' : 'loaded card'} ${subject} ${after.isGoodwill === true ? 'as goodwill' : 'with'} ` +
      `${givenOf(after, 'en')}${placeOf(after) === undefined ? '' : ` at ${placeOf(after)}`}`,
    'repair.started': ({ subject, after }) => `${repairWords(after)} for ${show(after.cards)} cards, after ${subject}`,
    'approval.asked': ({ after }) => `asked a second person for ${show(after.operation)} of ${show(after.cardNumber)}`,
    'approval.given': ({ after }) =>
      `approved ${show(after.operation)} of ${show(after.cardNumber)} for ${show(after.askedBy)}${after.isDone === true ? '' : ', which was refused'}`,
    'approval.declined': ({ after }) =>
      `declined ${show(after.operation)} of ${show(after.cardNumber)} for ${show(after.askedBy)}`,
    'approval.secretShown': ({ after }) => `was shown the new secrets of ${show(after.addresses)}`,
    'limit.passed': ({ subject, after }) =>
      `went above the own limit with ${show(after.operation)} of ${subject}, without a second person`,
    'status.adjusted': ({ subject, before, after }) =>
      `changed card ${subject} from ${show(before.status)} to ${show(after.status)}`,
    'tier.overridden': ({ subject, after }) =>
      after.level === null
        ? `ended the manual level of card ${subject}`
        : `gave card ${subject} the level ${show(after.level)} until ${show(after.until)}`,
    'data.imported': ({ subject, before, after }) =>
      after.state === 'done'
        ? `imported ${subject}: ${show(after.written)} of ${show(after.rows)} rows written, ${show(after.skipped)} skipped`
        : `${before.rowsDone === undefined ? 'began' : 'went on'} to import ${subject}, ${show(after.rows)} rows`,
    'data.exported': ({ subject, after }) =>
      `exported ${subject} from ${show(after.from)} until ${show(after.until)} as ${show(after.format)}, ` +
      `${after.personalData === true ? 'with' : 'without'} personal data`,
    'books.closed': ({ subject }) => `closed the books of ${subject}`,
    'books.reopened': ({ subject, after }) => `opened the books of ${subject} again: ${show(after.reason)}`,
    'reportMail.saved': ({ subject, before, after }) =>
      `${before.report === undefined ? 'set up' : 'changed'} the report ${show(after.report)} by e-mail (${subject})`,
    'reportMail.deleted': ({ subject, before }) => `ended the report ${show(before.report)} by e-mail (${subject})`,
    'reportMail.stopped': ({ subject, before }) =>
      `stopped getting the report ${show(before.report)} by e-mail (${subject})`,
    'errand.started': ({ subject, after }) => `started the errand ${show(after.kind)} (${subject})`,
    'errand.cancelled': ({ subject }) => `cancelled the errand ${subject}`,
    'customer.sought': ({ subject, after }) =>
      `looked for a customer by ${soughtBy[show(after.by)] ?? show(after.by)}${after.location === undefined ? '' : ` at ${show(after.location)}`}, ` +
      (after.isTooMany === true
        ? 'and was shown none, because too many fit'
        : after.found === 0
          ? 'and found nobody'
          : `and found ${subject}`),
    'customer.exported': ({ subject }) => `exported everything that is kept about the holder of card ${subject}`,
    'customer.viewed': ({ subject }) => `saw the pages for members as the holder of card ${subject} does`,
    'customer.erased': ({ subject }) => `erased the holder of card ${subject}`,
    'message.tested': ({ subject, after }) =>
      `sent a test message by ${show(after.channel)}${subject === '' ? '' : ` to ${subject}`}`,
    'device.registered': ({ subject, after }) =>
      `registered the device ${subject}${after.location === undefined ? '' : ` at ${show(after.location)}`}`,
    'device.revoked': ({ subject }) => `revoked the device ${subject}: its PINs and their sessions have ended`,
    'user.invited': ({ subject, after }) => `invited the user ${subject} as ${grantOf(after)}`,
    'user.changed': ({ subject, before, after }) =>
      `changed the user ${subject} from ${grantOf(before)} to ${grantOf(after)}`,
    'user.disabled': ({ subject, after }) =>
      `${after.isDisabled === true ? 'disabled' : 'enabled'} the user ${subject}`,
    'user.reset': ({ subject, after }) =>
      `made a link for the user ${subject} to set another password${after.factors === 0 ? ', without second factors' : ''}`,
    'user.removed': ({ subject, before }) => `removed the user ${subject}, who was ${grantOf(before)}`,
    'user.password': ({ subject }) => `set a password for the user ${subject}`,
    'user.linked': ({ subject }) => `linked the user ${subject} to single sign-on`,
    'user.factor': ({ subject, before, after }) =>
      after.kind === undefined
        ? `removed the second factor ${show(before.kind)} of the user ${subject}`
        : `set up the second factor ${show(after.kind)} for the user ${subject}`,
    'user.loggedIn': ({ after }) => {
      if (after.by === 'pin') return `logged in by PIN on the device ${show(after.at)}`
      const failed = after.failedBefore === undefined ? '' : ` after ${show(after.failedBefore)} failed attempts`
      return `logged in${after.device === 'new' ? ' from a new device or place' : ''}${failed}`
    },
    'user.loginFailed': ({ subject, after }) => `failed to log in as ${subject}: ${triedWords(show(after.tried))}`,
    'user.locked': ({ subject }) => `failed to log in as ${subject} too often, and has to wait`,
    'user.pin': ({ subject, after }) => pinWords(subject, after),
    'user.sessionsEnded': ({ subject }) => `ended the sessions of the user ${subject}`,
  },
}

const soughtBy: Readonly<Record<string, string>> = {
  phone: 'phone number',
  email: 'e-mail address',
  name: 'name and another fact',
}

const triedWords = (tried: string) => {
  if (tried === 'pin') return 'the PIN was wrong'
  return tried === 'password' ? 'the password was wrong' : 'the code or passkey was wrong'
}

function pinWords(subject: string, { state, at }: AuditState): string {
  if (state === 'locked')
    return `entered the PIN of ${subject} on the device ${show(at)} wrongly too often: it is locked`
  return `${state === 'set' ? 'set' : 'removed'} the PIN of ${subject} on the device ${show(at)}`
}

/** What a campaign gave by mistake, and what was done about it. */
function repairWords({ kind, balanceType, balanceCode, amount, template }: AuditState): string {
  if (kind === 'take') return 'had what was left taken back'
  if (kind === 'tell') return `had the message ${show(template)} sent`
  return `had ${show(amount)} ${show(balanceCode ?? balanceType)} each given as goodwill`
}

function changeLines(state: AuditState): string[] {
  const { lines, more } = changesOf(state)
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])]
}

function publicationOf({ title, state, version, at }: AuditState): string {
  const draft = `the draft "${show(title)}"`
  if (state === 'scheduled') return `scheduled ${draft} for ${show(at)}`
  return state === 'refused'
    ? `could not publish ${draft} when it was due`
    : `published ${draft} as version ${show(version)}`
}

function changeOf(before: AuditState, after: AuditState): string {
  const versions = `from version ${show(before.version)} to ${show(after.version)}`
  if (after.rolledBackTo !== undefined)
    return `rolled the configuration back to version ${show(after.rolledBackTo)}, ${versions}`
  return after.isPromotion === true
    ? `promoted another brand's configuration, ${versions}`
    : `changed the configuration ${versions}`
}

function rightsOf({ scope, locations, addresses, expires, strict }: AuditState): string {
  const limits = [
    ...listed('locations', locations),
    ...listed('addresses', addresses),
    ...(expires === undefined ? [] : [`expires ${show(expires)}`]),
    ...(strict === true ? ['strict'] : []),
  ]
  return [listed('scope', scope)[0] ?? 'any scope', ...limits].join('; ')
}

/** `cashier of brand 1001 at L1` */
function grantOf({ brand, role, group, location }: AuditState): string {
  if (role === undefined) return 'nobody'
  return [
    `${show(role)} of ${brand === 'every brand' ? brand : `brand ${show(brand)}`}`,
    ...(group === undefined ? [] : [`in group ${show(group)}`]),
    ...(location === undefined ? [] : [`at ${show(location)}`]),
  ].join(' ')
}

/** `10.5 USD + 3 Points (held)` */
function balancesOf({ balances }: AuditState): string {
  const parts = Array.isArray(balances)
    ? balances.map((part) => balanceOf(part, { held: 'held', delayed: 'delayed' }))
    : []
  return parts.length > 0 ? parts.join(' + ') : 'nothing'
}
