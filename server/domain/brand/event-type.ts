import type { Instant } from '../../ground/kernel/time.ts'
import type { eventGroups } from './shapes/catalog-shape.ts'

export type EventGroup = (typeof eventGroups)[number]

/** What can happen to a push message: the categories of PUSH events, which need no definition. */
export const pushEventNames = ['sent', 'delivered', 'opened', 'clicked', 'dismissed', 'failed'] as const

/** A kind of event, defined by the brand file or by a call. */
export interface EventType {
  readonly categoryId: string
  /** CUSTOM for the brand's own kinds. */
  readonly eventType: string
  readonly name: string
  readonly groupType: EventGroup
  readonly sentiment: number
  /** False once it has disappeared from the brand file. */
  readonly active: boolean
  readonly createdAt: Instant
  readonly modifiedAt: Instant
  /** Not stored yet. */
  readonly isNew?: boolean
}

export interface EventTypeChange {
  readonly categoryId: string
  readonly name?: string | undefined
  readonly groupType?: EventGroup | undefined
  readonly sentiment?: number | undefined
}

export function newEventType({ categoryId, name, groupType, sentiment }: EventTypeChange, now: Instant): EventType {
  return {
    categoryId,
    eventType: 'CUSTOM',
    name: name ?? categoryId,
    groupType: groupType ?? 'OTHER',
    sentiment: sentiment ?? 0,
    active: true,
    createdAt: now,
    modifiedAt: now,
    isNew: true,
  }
}

/** A repeated createEventType changes only the name, not past reports. It makes an inactive type active again. */
export function renameEventType(before: EventType, name: string | undefined, now: Instant): EventType {
  return { ...before, name: name ?? before.name, active: true, modifiedAt: now }
}
