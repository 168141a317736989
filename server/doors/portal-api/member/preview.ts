import { findingsOf } from '../../../domain/brand/read-brand-file.ts'
import { flag, json, model, oneOf, text } from '../../../ground/contract/field.ts'
import { fileOf } from '../../../storage/brand-store/drafts/live-entries.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { memberPreviewScreens } from './preview-screens.ts'

/** What the pages for members would look like, before they are saved. */
export const memberPreview = brandRoute({
  name: 'memberPreview',
  summary: 'Show a page for members as it would be with other settings, with an invented customer.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    entry: json('The settings, as the brand file has them.', model('MemberEntry', 'Pages for members.', {})).required(),
    screen: oneOf('Which page.', memberPreviewScreens).required(),
    language: text('In which of its languages. Absent: the first.').max(35),
  },
  response: {
    isReadable: flag('Whether the settings can be read. If not, nothing is shown.').required(),
    html: text('The page. Nothing in it can be pressed.'),
  },
  run: async ({ request: { entry, screen, language }, services, brand }) => {
    const { previewMember } = services
    if (!previewMember) return turnDown('notFound', 'This server shows no preview.')
    // Only what pages for members name: the rest of a file can be large.
    const { brand: head, programs, demographicFields, subscriptionLists } = fileOf(brand)
    const read = { brand: head, programs, demographicFields, subscriptionLists, member: entry }
    const { file } = findingsOf({ json: JSON.stringify(read) })
    if (!file?.member) return { isReadable: false }
    const shown = { ...brand, document: { ...brand.document, member: file.member } }
    return { isReadable: true, html: previewMember(shown, screen, language) }
  },
})
