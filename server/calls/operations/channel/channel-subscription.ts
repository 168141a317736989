import { unknownChannel } from '../../../domain/channel/channel.ts'
import { channelKinds, toChannelUser } from '../../../domain/channel/channel-user.ts'
import { showCategories } from '../../../domain/channel/lists.ts'
import { flag, oneOf, text } from '../../../ground/contract/field.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { findChannel } from '../../../storage/store/batch/channel.sql.ts'
import { query } from '../operation.ts'
import { categories, channelFields, customKeyValues } from './parts/channel-models.ts'

export const channelSubscription = query({
  name: 'channelSubscription',
  summary: 'Show what a channel user has agreed to. An unknown user has agreed to nothing.',
  callType: 'REPORTING',
  requestModel: 'ChannelSubscriptionRequest',
  responseModel: 'ChannelSubscriptionResponse',
  request: channelFields,
  response: {
    channel: oneOf('The kind of channel.', channelKinds).required(),
    channelUser: text('The address, or the phone number in E.164.').required().personal(),
    globalOptIn: flag('Whether the user wants messages at all.').required().default(false),
    transactionalOptIn: flag('Whether the user wants messages about their own transactions.').required().default(false),
    doubleOptIn: flag('Whether the user must confirm a second time before the channel is used.')
      .required()
      .default(false),
    doubleOptInConfirmed: flag('Whether the user has confirmed.').required().default(false),
    categories: categories.required(),
    customKeyValues: customKeyValues.required(),
  },
  answer: async ({ request, call, brand, reader }) => {
    const user = toChannelUser(request, { brand, call })
    if (isRefusal(user)) return user
    const channel = (await findChannel(reader, brand.id, user)) ?? unknownChannel(user)
    return {
      kind: 'answer',
      response: {
        channel: channel.channel,
        channelUser: channel.user,
        globalOptIn: channel.globalOptIn,
        transactionalOptIn: channel.transactionalOptIn,
        doubleOptIn: channel.doubleOptIn,
        doubleOptInConfirmed: channel.doubleOptInConfirmed,
        categories: showCategories(channel, brand),
        customKeyValues: channel.keyValues,
      },
    }
  },
})
