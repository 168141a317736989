import { changeChannel } from '../../../domain/channel/channel.ts'
import { toChannelUser } from '../../../domain/channel/channel-user.ts'
import { confirmationOf } from '../../../domain/channel/confirmation.ts'
import { saidByCall } from '../../../domain/channel/consent-said.ts'
import { allListsOf, readCategories } from '../../../domain/channel/lists.ts'
import { flag, text } from '../../../ground/contract/field.ts'
import { isRefusal, refuseField } from '../../../ground/kernel/errors.ts'
import { canonicalLanguage } from '../../../ground/kernel/language-tag.ts'
import { command } from '../operation.ts'
import { categories, channelFields, customKeyValues } from './parts/channel-models.ts'

export const updateChannelSubscription = command({
  name: 'updateChannelSubscription',
  summary: 'Record what a channel user has agreed to. Absent fields stay as they are.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'UpdateChannelSubscriptionRequest',
  responseModel: 'UpdateChannelSubscriptionResponse',
  request: {
    ...channelFields,
    globalOptIn: flag('Whether the user wants messages at all. False also removes them from all lists.').required(),
    transactionalOptIn: flag('Whether the user wants messages about their own transactions.'),
    doubleOptIn: flag(
      'Whether the user must confirm a second time before the channel is used. The user is then asked to.',
    ),
    doubleOptInConfirmed: flag('Whether the user has confirmed a second time.'),
    categories,
    customKeyValues: customKeyValues.max(100),
    consentText: text(
      'The words that the user agreed to, as they were shown or read to them. Kept with when, where and by whom.',
    )
      .max(2000)
      .v2(),
    language: text(
      'The language in which the user is asked to confirm, a tag of BCP 47. Absent: the first of the brand.',
    )
      .max(35)
      .v2(),
  },
  response: {},
  touches: (request, origin) => {
    const user = toChannelUser(request, origin)
    return isRefusal(user) ? {} : { channels: [user], queue: user.key }
  },
  decide: (context) => {
    const { request, brand, now } = context
    const user = toChannelUser(request, context)
    if (isRefusal(user)) return user
    const language = request.language && canonicalLanguage(request.language)
    if (request.language && language === undefined)
      return refuseField(100, 'language', 'expected a language tag of BCP 47 such as de or pt-BR')
    const before = context.channel(user)
    // The brand's country is another one since the call came in, and so is the number.
    if (!before) return { kind: 'needs', needs: [{ kind: 'more', touches: { channels: [user] } }] }
    const lists = request.categories && readCategories(request.categories, allListsOf(brand, user.channel))
    if (lists && isRefusal(lists)) return lists
    const said = saidByCall(context, request.consentText)
    const after = changeChannel(before, { ...request, lists, keyValues: request.customKeyValues, said }, now)
    const question = confirmationOf(before, after, brand, language)
    return {
      kind: 'outcome',
      response: {},
      cards: [],
      postings: [],
      channels: [after],
      ...(question && { messages: [question] }),
    }
  },
})
