import { honouringCampaigns } from '../../../domain/brand/unusable-gifts.ts'
import { id, list, model, text } from '../../../ground/contract/field.ts'
import { parseDateTime } from '../../../ground/kernel/time.ts'
import { brandRoute } from '../route.ts'

const honouring = model('PortalHonouringCampaign', 'A campaign that gives something for a coupon.', {
  id: text('The campaign.').required(),
  name: text('What it is called.').required(),
})

/** Who gives something for a coupon already. */
export const couponHonours = brandRoute({
  name: 'couponHonours',
  summary: 'Return the active campaigns that give something for any coupon of a set, in the order of the file.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: { set: id('The coupon set.').required() },
  response: { campaigns: list('The campaigns.', honouring).required() },
  run: async ({ request: { set }, brand, services }) => {
    const now = services.now()
    const isOver = (until: string) => (parseDateTime(until, brand.timeZone) ?? now) <= now
    const campaigns = honouringCampaigns(brand.document.campaigns, set, isOver)
    return { campaigns: campaigns.map((one) => ({ id: one.id, name: one.name })) }
  },
})
