import { joinAddress, memberAddress } from '../../../domain/brand/member/member-address.ts'
import { flag, list, model, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'

const place = model('MemberPlace', 'A place, and where people join who scan its code.', {
  location: text('The place.').required(),
  name: text('Its name.').required(),
  url: text('Where people join there.').required(),
})

export const memberPlaces = brandRoute({
  name: 'memberPlaces',
  summary: 'Where the pages for members are, and where people join at each place.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: {
    isOpen: flag('Whether the brand has pages for members.').required(),
    url: text('Where they are.').required(),
    joinUrl: text('Where people join wherever they are.').required(),
    places: list('The places, in their order.', place).required(),
  },
  run: async ({ services, brand, origin }) => {
    const url = memberAddress(brand, services.publicUrl ?? origin) ?? origin
    return {
      isOpen: brand.document.member?.enabled ?? false,
      url,
      joinUrl: joinAddress(url, undefined),
      places: [...brand.locations.values()].map(({ id, name }) => ({
        location: id,
        name: name ?? id,
        url: joinAddress(url, id),
      })),
    }
  },
})
