import { channelKinds } from '../../../channel/channel-user.ts'
import { flag, id, list, model, oneOf, text } from '../../../contract/field.ts'

/** Whose channel is meant. */
export const channelFields = {
  channel: oneOf('The kind of channel, in any case.', channelKinds).anyCase().required(),
  channelUser: id('An e-mail address or a phone number: in E.164, or as it is dialled in the country of the location.')
    .max(320)
    .required(),
}

const category = model('ChannelCategoryType', 'Whether a channel user is on a subscription list.', {
  category: id('The name, in any case, or the uuid of a list of the channel. Answers have the name.')
    .max(200)
    .required(),
  optIn: flag('Whether the user is on it.').required().default(false),
})

const keyValue = model('ChannelKeyValuesType', 'Something that is kept with a channel user.', {
  name: id('Its name.').required(),
  value: text('Its value.').required(),
})

export const categories = list('The lists that the user was put on or taken off.', category)
export const customKeyValues = list('What is kept with the user.', keyValue)
