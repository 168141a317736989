import { channelKinds } from '../../../../domain/channel/channel-user.ts'
import { flag, id, list, model, oneOf, text } from '../../../../ground/contract/field.ts'

/** Whose channel is meant. */
export const channelFields = {
  channel: oneOf('The kind of channel, in upper or lower case.', channelKinds).anyCase().required(),
  channelUser: id(
    "An e-mail address or a phone number. The number is in E.164, or as dialled in the location's country.",
  )
    .max(320)
    .required(),
}

const category = model('ChannelCategoryType', 'Whether a channel user is on a subscription list.', {
  category: id('The name, in upper or lower case, or the uuid of a list of the channel. Responses have the name.')
    .max(200)
    .required(),
  optIn: flag('Whether the user is on it.').required().default(false),
})

const keyValue = model('ChannelKeyValuesType', 'A value that is kept with a channel user.', {
  name: id('Its name.').required(),
  value: text('Its value.').required(),
})

export const categories = list('The lists that the user has joined or left.', category)
export const customKeyValues = list('The values that are kept with the user.', keyValue)
