import { joinAddress, memberAddress } from '../../../domain/brand/member/member-address.ts'
import { memberSay } from '../../../domain/brand/member/member-texts.ts'
import { textsOf } from '../../../domain/brand/texts/brand-texts.ts'
import { id, oneOf, text } from '../../../ground/contract/field.ts'
import { codePng, posterPdf } from '../../pages/poster/poster.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

export const memberPoster = brandRoute({
  name: 'memberPoster',
  summary: 'A poster with a code by which people join at a place, or the code alone.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    location: id('The place. Absent: of no place.').max(64),
    form: oneOf('As what.', ['pdf', 'png']).required(),
  },
  response: {
    name: text('What the file is called.').required(),
    contentType: text('What it is.').required(),
    base64: text('The file.').required(),
  },
  run: async ({ request: { location, form }, services, brand, origin }) => {
    const { member } = brand.document
    const place = location === undefined ? undefined : brand.locations.get(location)
    if (!member?.enabled || (location !== undefined && !place))
      return turnDown('notFound', 'There is no such place, or the brand has no pages for members.')
    const url = joinAddress(memberAddress(brand, services.publicUrl ?? origin) ?? origin, place?.id)
    const say = memberSay(brand, member.languages?.[0] ?? textsOf(brand).language)
    const file =
      form === 'png'
        ? codePng(url)
        : posterPdf({
            url,
            brand: brand.name,
            color: member.colors.primary,
            invitation: say('posterText'),
            howTo: say('posterScan'),
            ...(place && { place: place.name ?? place.id }),
          })
    const name = `${form === 'pdf' ? 'poster' : 'code'}-${(place?.id ?? brand.id).replace(/[^A-Za-z0-9_-]/g, '_')}.${form}`
    return { name, contentType: form === 'pdf' ? 'application/pdf' : 'image/png', base64: file.toString('base64') }
  },
})
