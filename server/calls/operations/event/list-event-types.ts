import type { Brand } from '../../../domain/brand/brand.ts'
import type { EventType } from '../../../domain/brand/event-type.ts'
import { eventGroups } from '../../../domain/brand/shapes/catalog-shape.ts'
import { flag, integer, list, model, oneOf, text, type Values } from '../../../ground/contract/field.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { listEventTypePage } from '../../../storage/store/queries/event-type-view.sql.ts'
import { query } from '../operation.ts'

const eventTypeDefinition = model('EventTypeDefinition', 'A kind of event.', {
  eventType: text('CUSTOM for custom events.').required(),
  categoryId: text('The identifier of the kind.').required(),
  name: text('Its name for people.'),
  specificId: text('What its events are about. Only for kinds that have it.'),
  groupType: oneOf('The group it belongs to.', eventGroups),
  sentiment: integer('0 neutral, 1 positive, -1 negative.'),
  active: flag('False if it has disappeared from the brand file.'),
  createDate: text('When it was created, yyyy-MM-dd HH:mm:ss.'),
  modifiedDate: text('When it was last changed, yyyy-MM-dd HH:mm:ss.'),
})

export const listEventTypes = query({
  name: 'listEventTypes',
  summary: 'List the kinds of events that the brand file and calls have defined.',
  callType: 'REPORTING',
  requestModel: 'ListEventTypesRequest',
  responseModel: 'ListEventTypesResponse',
  request: {
    offset: integer('How many kinds to skip.').between(0, 100_000).default(0),
    limit: integer('How many kinds to return at most.').between(10, 1000).default(1000).v2(),
  },
  response: { eventTypes: list('The kinds, oldest first.', eventTypeDefinition).required() },
  answer: async ({ request: { limit, offset }, brand, reader }) => {
    const types = await listEventTypePage(reader, brand.id, { limit, offset })
    return { kind: 'answer', response: { eventTypes: types.map((type) => show(type, brand)) } }
  },
})

function show(type: EventType, { interfaceTimeZone }: Brand): Values<typeof eventTypeDefinition.fields> {
  const { eventType, categoryId, name, groupType, sentiment, active } = type
  return {
    eventType,
    categoryId,
    name,
    groupType,
    sentiment,
    active,
    createDate: formatDateTime(type.createdAt, interfaceTimeZone),
    modifiedDate: formatDateTime(type.modifiedAt, interfaceTimeZone),
  }
}
