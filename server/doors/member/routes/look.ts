import { memberParts } from '../../../domain/brand/member/member-parts.ts'
import { flag, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { joinCardSet, joinFields } from '../enter/joining.ts'
import { pageLanguages } from '../language-for.ts'
import { openRoute } from '../route.ts'

const joinField = model('MemberJoinField', 'A field that somebody who joins is asked for.', {
  name: text('The field.').required(),
  required: flag('Whether it must be filled in.').required(),
})

const consent = model('MemberConsent', 'Something that somebody who joins can agree to.', {
  channel: oneOf('How they would be written to.', ['email', 'phone']).required(),
  text: text('What they agree to. Absent: in the usual words.'),
  required: flag('Whether they must.').required(),
})

const offeredList = model('MemberList', 'A subscription list.', {
  id: text('Its id.').required(),
  name: text('Its name.').required(),
})

export const look = openRoute({
  name: 'look',
  summary: 'What the pages of the brand show, and what somebody who joins is asked for.',
  request: {},
  response: {
    name: text("The brand's name.").required(),
    languages: list('The languages, the first where nothing else fits.', text('A language.')).required(),
    language: text('The one that fits the reader.').required(),
    primaryColor: text('The colour of buttons and of the card.').required(),
    parts: list('What members see and can do.', oneOf('A part.', memberParts)).required(),
    ways: list('How a code can be sent.', oneOf('A way.', ['email', 'phone'])).required(),
    canJoin: flag('Whether somebody can join.').required(),
    fields: list('What they are asked for.', joinField).required(),
    consents: list('What they can agree to.', consent).required(),
    lists: list('The subscription lists that they are offered.', offeredList).required(),
    terms: text('What everybody has to agree to who joins.'),
    privacyUrl: text('Where the privacy notice is.'),
    codeMinutes: integer('How long a code is valid.').required(),
  },
  run: async ({ brand, pages, language }) => {
    const { email, sms } = brand.document.senders
    const { consents, lists, terms } = pages.join
    return defined({
      name: brand.name,
      languages: pageLanguages(brand),
      language,
      primaryColor: pages.colors.primary,
      parts: pages.parts,
      ways: [...(email ? (['email'] as const) : []), ...(sms ? (['phone'] as const) : [])],
      canJoin: pages.parts.includes('join') && joinCardSet(pages, brand) !== undefined,
      fields: joinFields(pages),
      consents: consents.map(({ channel, text: words, required }) => defined({ channel, text: words, required })),
      lists: brand.document.subscriptionLists
        .filter(({ uuid }) => lists.includes(uuid))
        .map(({ uuid: id, name }) => ({ id, name })),
      terms,
      privacyUrl: pages.privacyUrl,
      codeMinutes: 15,
    })
  },
})
