import type { Page } from 'playwright-core'

/** A screen of the portal, as tests and screenshots visit it. */
export interface VisitedScreen {
  /** What its picture is called. */
  readonly name: string
  /** Its address inside the brand. */
  readonly path: string
  /** Whatever is done there before it is looked at. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Somebody invented buys two products. */
const simulatorPath = `campaigns/simulator?tried=${encodeURIComponent(
  JSON.stringify({
    buyer: 'invented',
    lines: [
      { sku: 'ESP', quantity: 2, price: 3 },
      { sku: 'BUN', quantity: 3, price: 3.75 },
    ],
  }),
)}`

/** Every screen that somebody with all permissions can come to. Whoever makes a new one names it here. */
export const visitedScreens: readonly VisitedScreen[] = [
  { name: 'home', path: 'home' },
  { name: 'cards', path: 'cards' },
  { name: 'cards-found', path: 'cards?text=ana' },
  { name: 'terminal', path: 'terminal' },
  { name: 'approvals', path: 'approvals' },
  { name: 'why', path: 'why' },
  { name: 'campaigns', path: 'campaigns' },
  { name: 'campaign-new', path: 'campaigns/new' },
  { name: 'campaign-coupon', path: 'campaigns/new/coupon' },
  { name: 'campaign-editor', path: 'campaigns/new', prepare: openRecipe },
  {
    name: 'campaign-yaml',
    path: 'campaigns/new',
    prepare: async (page) => {
      await openRecipe(page)
      await page.getByText('YAML', { exact: true }).click()
      await page.locator('.cm-content').waitFor()
    },
  },
  { name: 'campaign', path: 'campaigns/campaign/earn' },
  { name: 'mistake', path: 'campaigns/campaign/earn/mistake' },
  { name: 'drafts', path: 'campaigns/drafts' },
  { name: 'simulator', path: simulatorPath },
  { name: 'segments', path: 'campaigns/segments' },
  { name: 'segment-gone', path: 'campaigns/segments/none' },
  { name: 'offers', path: 'campaigns/offers' },
  { name: 'calendar', path: 'campaigns/calendar' },
  { name: 'replays', path: 'campaigns/replays' },
  { name: 'coupons', path: 'coupons' },
  { name: 'messages', path: 'messages' },
  { name: 'reports', path: 'reports' },
  { name: 'report-liability', path: 'reports/liability?by=expiry' },
  { name: 'report-roll-forward', path: 'reports/roll-forward' },
  { name: 'report-roll-forward-days', path: 'reports/roll-forward?per=day&by=location' },
  { name: 'report-breakage', path: 'reports/breakage?by=campaign' },
  { name: 'report-expiry', path: 'reports/expiry-outlook' },
  { name: 'report-campaigns', path: 'reports/campaigns?period=thisYear' },
  { name: 'report-variants', path: 'reports/campaigns?period=thisYear&by=variant' },
  {
    name: 'report-calls',
    path: `reports/campaigns/rows?column=visits&rowId=${encodeURIComponent(JSON.stringify('["earn",""]'))}`,
  },
  { name: 'report-lift', path: 'reports/lift?period=thisYear' },
  { name: 'report-coupons', path: 'reports/coupons?period=thisYear' },
  { name: 'report-coupon-stock', path: 'reports/coupon-stock' },
  { name: 'report-tiers', path: 'reports/tiers?per=day' },
  { name: 'report-activity', path: 'reports/activity' },
  { name: 'report-retention', path: 'reports/retention?period=thisYear' },
  { name: 'report-scores', path: 'reports/scores' },
  { name: 'report-rows', path: 'reports/roll-forward/rows?column=issued&valueType=1' },
  { name: 'report-mails', path: 'reports/mails' },
  {
    name: 'report-mail-form',
    path: 'reports/roll-forward?by=location',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(Send by e-mail|Per E-Mail senden)$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'report-months', path: 'reports/months' },
  { name: 'report-unknown', path: 'reports/nonsense' },
  { name: 'settings', path: 'settings' },
  { name: 'settings-locations', path: 'settings/locations?open=L1' },
  { name: 'settings-new-product', path: 'settings/products?add=true' },
  { name: 'settings-import', path: 'settings/products/import' },
  { name: 'settings-programs', path: 'settings/programs' },
  { name: 'settings-value-types', path: 'settings/programs/rewards?tab=valueTypes' },
  { name: 'settings-card-sets', path: 'settings/programs/rewards?tab=cardSets' },
  {
    name: 'settings-value-type',
    path: 'settings/programs/rewards?tab=valueTypes',
    prepare: (page) => page.locator('[data-accordion-control]').first().click(),
  },
  { name: 'settings-program', path: 'settings/programs/rewards' },
  { name: 'settings-coupon-set', path: 'settings/couponSets?add=true' },
  { name: 'settings-senders', path: 'settings/senders' },
  { name: 'settings-brand', path: 'settings/brand' },
  { name: 'settings-portal', path: 'settings/portal' },
  { name: 'settings-passes', path: 'settings/passes' },
  { name: 'settings-member', path: 'settings/member' },
  { name: 'report-members', path: 'reports/members?by=source' },
  { name: 'coupons-codes', path: 'coupons?tab=codes' },
  { name: 'coupons-look-up', path: 'coupons?tab=lookUp&coupon=NONE' },
  { name: 'messages-templates', path: 'messages?tab=templates' },
  { name: 'messages-senders', path: 'messages?tab=senders' },
  { name: 'users', path: 'settings/users' },
  {
    name: 'user',
    path: 'settings/users',
    prepare: (page) => page.locator('[data-row-opener]').first().click(),
  },
  {
    name: 'invite',
    path: 'settings/users',
    prepare: (page) => page.getByRole('button', { name: /^(Invite a user|Benutzer einladen)$/ }).click(),
  },
  { name: 'audit', path: 'settings/audit' },
  { name: 'profile', path: '../../profile' },
  { name: 'developers', path: 'developers' },
  { name: 'connect', path: 'developers/connect' },
  {
    name: 'search',
    path: 'home',
    prepare: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** A draft of its own, made of a campaign of the cookbook. */
async function openRecipe(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Buy 3, get the cheapest free|3 kaufen, das günstigste ist gratis)/ })
    .click()
  const gives = page.getByRole('region', { name: /^(What they get|Was es gibt)$/ })
  // A brand that runs campaigns is told first what the template was fitted to.
  const begin = page.getByRole('button', { name: /^(Begin with it|Damit beginnen)$/ })
  await gives.or(begin).waitFor()
  if (await begin.isVisible()) await begin.click()
  await gives.waitFor()
}

/** Goes to a screen, and waits until nothing is on its way any more. */
export async function visit(page: Page, brand: string, { path, prepare }: VisitedScreen): Promise<void> {
  await page.goto(`/portal/b/${brand}/${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
}
