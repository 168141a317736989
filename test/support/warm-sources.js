import { keepCompiled } from './quick-imports.js'
import { openShop, testService } from './shop.ts'

/** What every server and nearly every test does once, so that it is compiled once for all processes of a run. */
await import('../../server/program/command-line/serve/start.ts')
const shop = await openShop()
const card = await shop.card({ usd: 20, points: 3 })
await shop.redeem(card, { usd: 5 })
await shop.balances(card)
await shop.history(card)
await shop.verify()
keepCompiled()
await (await testService()).stop()
process.exit()
