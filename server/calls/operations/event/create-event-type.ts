import { newEventType, renameEventType } from '../../../domain/brand/event-type.ts'
import { eventGroups } from '../../../domain/brand/shapes/catalog-shape.ts'
import { id, integer, oneOf } from '../../../ground/contract/field.ts'
import { command } from '../operation.ts'

export const createEventType = command({
  name: 'createEventType',
  summary: 'Define a kind of custom event, or rename one.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'CreateEventTypeRequest',
  responseModel: 'CreateEventTypeResponse',
  request: {
    categoryId: id('The identifier of the kind. If it exists, only its name is changed.').required(),
    name: id('Its name for people. Absent for a new one: the categoryId.').max(200),
    groupType: oneOf('The group of a new one.', eventGroups).absentMeans('OTHER'),
    sentiment: integer('For a new one: 0 neutral, 1 positive, -1 negative. Absent: 0.').between(-1, 1),
  },
  response: {},
  touches: ({ categoryId }) => ({ eventTypes: [categoryId], queue: categoryId }),
  decide: ({ request, now, eventType }) => {
    const before = eventType(request.categoryId)
    const after = before ? renameEventType(before, request.name, now) : newEventType(request, now)
    return { kind: 'outcome', response: {}, cards: [], postings: [], eventTypes: [after] }
  },
})
