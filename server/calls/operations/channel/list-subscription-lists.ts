import { channelKinds } from '../../../domain/channel/channel-user.ts'
import { listsOf } from '../../../domain/channel/lists.ts'
import { flag, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { query } from '../operation.ts'

const subscriptionListInfo = model('SubscriptionListInfo', 'A list that users of a channel can subscribe to.', {
  uuid: text('The list.').required(),
  name: text('Its name.').required(),
  isPublic: flag('Whether customers may see it.').required(),
})

export const listSubscriptionLists = query({
  name: 'listSubscriptionLists',
  summary: 'List the active subscription lists of a channel.',
  callType: 'REPORTING',
  requestModel: 'ListSubscriptionListsRequest',
  responseModel: 'ListSubscriptionListsResponse',
  request: {
    communicationChannelType: oneOf('The kind of channel, in upper or lower case.', channelKinds).anyCase().required(),
  },
  response: { subscriptionLists: list('The lists.', subscriptionListInfo).required() },
  answer: async ({ request, brand }) => {
    const lists = listsOf(brand, request.communicationChannelType)
    const subscriptionLists = lists.map(({ uuid, name, public: isPublic }) => ({ uuid, name, isPublic }))
    return { kind: 'answer', response: { subscriptionLists } }
  },
})
