import type { MemberTextName } from '../../../domain/brand/member/english.ts'
import { memberSay } from '../../../domain/brand/member/member-texts.ts'
import type { ChannelUser } from '../../../domain/channel/channel-user.ts'
import { placeOf } from '../../../ground/log/log.ts'
import type { MemberVisit } from '../route.ts'

type Caller = Omit<MemberVisit<unknown>, 'request'>

/** What a member is told of by a message, because it may have been somebody else. */
const told = {
  addressChanged: ['addressChangedSubject', 'addressChangedText'],
  passkeyAdded: ['passkeyAddedSubject', 'passkeyAddedText'],
} as const satisfies Readonly<Record<string, readonly [subject: MemberTextName, text: MemberTextName]>>

/** Tells a member, after the answer. */
export function tellMember(contact: ChannelUser, what: keyof typeof told, visit: Caller): void {
  const { log } = visit.services
  setImmediate(() => {
    const [subject, text] = told[what]
    const say = memberSay(visit.brand, visit.language)
    const values = { brand: visit.brand.name }
    send(contact, { subject: say(subject, values), text: say(text, values) }, visit).catch((error: unknown) =>
      log.warn('member.told', { text: placeOf(error) }),
    )
  })
}

async function send(
  { channel, user }: ChannelUser,
  said: { readonly subject: string; readonly text: string },
  { services, brand }: Caller,
): Promise<void> {
  const now = services.now()
  const requestRef = services.newRef()
  const written = { id: `told-${requestRef}`, recipient: user, requestRef, createdAt: now, attemptedAt: now, ...said }
  const { email, sms } = brand.document.senders
  const result =
    channel === 'email'
      ? email && (await services.senders.email(written, email))
      : sms && (await services.senders.sms({ ...written, subject: '' }, sms))
  if (result === undefined && services.isDemo) return
  if (result?.kind !== 'sent') services.log.warn('member.told', { text: result?.kind ?? 'no sender', brand: brand.id })
}
