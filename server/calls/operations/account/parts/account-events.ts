import type { Brand } from '../../../../domain/brand/brand.ts'
import type { NewEvent } from '../../../../domain/campaign/kept-effects.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Values } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { type Refusal, refuseField } from '../../../../ground/kernel/errors.ts'
import type { CardId } from '../../../../ground/kernel/ids.ts'
import type { eventRegistration } from './account-models.ts'

type EventRegistration = Values<typeof eventRegistration.fields>
type Context = Pick<DecisionContext<unknown>, 'brand' | 'now' | 'eventType'>

export function checkEvents(events: readonly EventRegistration[] = []): Refusal | undefined {
  for (const [index, { eventType, properties = [] }] of events.entries()) {
    const path = `newEvents[${index}]`
    if (!/^[A-Z][A-Z0-9_]*$/.test(eventType))
      return refuseField(100, `${path}.eventType`, 'expected capitals such as CUSTOM')
    const keys = properties.map(({ key }) => key)
    const wrong = keys.findIndex((key, place) => key === '' || keys.indexOf(key) !== place)
    if (wrong >= 0) return refuseField(100, `${path}.properties[${wrong}].key`, 'must not be empty or occur twice')
  }
  return undefined
}

export interface RegisteredEvents {
  readonly kind: 'registered'
  readonly events: readonly NewEvent[]
  /** One of them is of a kind that belongs to social networks. */
  readonly areSocial: boolean
}

/** The kinds that the brand must know: all but those of messages that come back. */
export function namedEventTypes(registrations: readonly EventRegistration[] = []): readonly string[] {
  return [...new Set(registrations.filter(isOwn).map(({ categoryId }) => categoryId))]
}

/** The card's new events. Their kinds must be defined, by the brand file or by a call; those of bounces need not. */
export function registerEvents(
  registrations: readonly EventRegistration[] = [],
  cardId: CardId,
  { brand, now, eventType }: Context,
): RegisteredEvents | Refusal {
  const groups = new Map<string, string>()
  for (const categoryId of namedEventTypes(registrations)) {
    const type = findListed(brand, categoryId) ?? eventType(categoryId)
    if (type && (!('active' in type) || type.active)) groups.set(categoryId, type.groupType)
  }
  const unknown = registrations.findIndex((one) => isOwn(one) && !groups.has(one.categoryId))
  if (unknown >= 0) return refuseField(100, `newEvents[${unknown}].categoryId`, 'there is no such event type')
  return {
    kind: 'registered',
    events: registrations.map((one) => toEvent(one, cardId, now)),
    areSocial: groups.values().some((group) => group === 'SOCIAL'),
  }
}

const ofBounces: ReadonlySet<string> = new Set(['BOUNCED', 'UNBOUNCED'])
const isOwn = ({ eventType }: EventRegistration) => !ofBounces.has(eventType)

function findListed({ document }: Brand, categoryId: string) {
  return document.eventTypes.find((type) => type.categoryId === categoryId)
}

function toEvent(registration: EventRegistration, cardId: CardId, now: number): NewEvent {
  const { eventType, categoryId, specificId, eventDate = now, payload, properties = [] } = registration
  return defined({
    cardId,
    eventType,
    categoryId,
    specificId,
    happenedAt: eventDate,
    payload,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties.map(({ key, value }) => [key, value])) }),
  })
}
