import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf } from '../support/account-shop.ts'
import { launch } from '../support/backup-room.ts'
import { fileOf } from '../support/import-room.ts'
import { purserCommand } from '../support/purser-command.ts'
import { ask } from '../support/race.ts'
import { testDatabase, testKey, times } from '../support/shop.ts'
import { levelOf, openTierShop } from '../support/tier-shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const mapping = `
# How the files of the old provider are read.
others: ignore
dates: mdy
cards:
  columns: { Member No.: cardNumber, State: status, Joined: activationDate }
  set: { cardSetId: cards }
  words: { status: { OK: Activated, frozen: Suspended } }
customers:
  columns:
    Member No.: cardNumber
    Given name: firstName
    E-Mail: email
    Newsletter: emailOptIn
    Newsletter since: emailOptInDate
  set: { emailOptInSource: old provider }
  words: { emailOptIn: { Y: true, N: false } }
balances:
  columns: { Member No.: cardNumber, Credit: amount }
  set: { balanceType: Currency, balanceCode: USD }
levels:
  columns: { Member No.: cardNumber, Club: level, Club until: expirationDate }
  words: { level: { Basic: none, Premium: gold } }
coupons:
  columns: { Voucher: couponId, Member No.: cardNumber }
  set: { couponSetId: few, promotionId: from-before }
`
const people = `Member No.,State,Joined,Given name,E-Mail,Newsletter,Newsletter since,Credit,Club,Club until,Voucher,Clerk's note
900001,OK,05/31/2021,Ana,ana@example.com,Y,06/01/2021,$25.00,Premium,12/31/2099,V-1,likes cats
900002,frozen,1/2/2022,Bo,bo@example.com,N,,"1,250.00",Silver,12/31/2099,V-2,
900003,OK,01/02/2022,Cy,,,,0.00,Basic,,V-3,=1+1
`

test('one mapping file reads all that another provider has of a customer, from start to end', async () => {
  const { shop } = await openTierShop([])
  const [path, file] = [fileOf(people), fileOf(mapping)]
  for (const kind of ['cards', 'customers', 'balances', 'levels', 'coupons']) {
    const { status, output } = await purserCommand('import', kind, shop.id, path, '--mapping', file)
    assert.equal(status, 0, `${kind}: ${output}`)
    assert.match(output, /Rows: 3 of 3 done; .* 0 skipped\./)
  }
  const { customer } = await accountOf(shop, '900001')
  assert.equal(customer.email, 'ana@example.com')
  assert.equal(customer.state, undefined, 'their State is the card’s, and not where somebody lives')
  const [said] = await ask(
    `select links -> 0 -> 'consent' ->> 'source' as source, (links -> 0 ->> 'optIn')::boolean as wanted
     from account join card using (brand_id, card_id) where brand_id = $1 and card_number = '900001'`,
    [shop.id],
  )
  assert.deepEqual(said, { source: 'old provider', wanted: true })
  assert.deepEqual(await Promise.all(['900001', '900002', '900003'].map((card) => levelOf(shop, card))), [
    'gold',
    'silver',
    undefined,
  ])
  const [credit] = await ask('select sum(amount)::int as cents from ledger where brand_id = $1', [shop.id])
  assert.equal(credit?.cents, 127_500)
  const vouchers = await ask(
    `select coupon_id as id from coupon join card using (brand_id, card_id) where brand_id = $1 and card_number = '900001'`,
    [shop.id],
  )
  assert.deepEqual(vouchers, [{ id: 'V-1' }])
  // The same file and mapping again do nothing, even if the mapping is written in another way.
  const other = fileOf(mapping.replaceAll('# How', '# This is how'))
  const again = await purserCommand('import', 'balances', shop.id, path, '--mapping', other)
  assert.match(again.output, /was imported before/)
  assert.deepEqual(await shop.verify(), [])
})

test('a flag counts more than the mapping, and a slip in the mapping is told before anything is read', async () => {
  const { shop } = await openTierShop([])
  const path = fileOf('No,Since\n910001,31.05.2021\n')
  const said = async (text: string, ...flags: string[]) =>
    (await purserCommand('import', 'cards', shop.id, path, '--dry-run', '--mapping', fileOf(text), ...flags)).output
  const good = 'dates: mdy\ncards: { columns: { No: cardNumber, Since: activationDate }, set: { cardSetId: cards } }\n'
  assert.match(await said(good), /activationDate "31\.05\.2021" is not a date/)
  assert.match(await said(good, '--dates', 'dmy'), /1 would be written/)
  assert.match(await said('balances: {}\n'), /says nothing about cards: it has balances\./)
  assert.match(await said('cards: { colums: {} }\n'), /cards has "colums", which is unknown; did you mean "columns"\?/i)
  assert.match(await said('cards: { columns: { No: [a] } }\n'), /cards\.columns\.No is not a word\./)
  assert.match(await said('cards: { columns: { No: } }\n'), /cards\.columns\.No is empty; - leaves a column out\./)
  assert.match(await said('cards: [1\n'), /is no YAML: /)
  assert.match(await said('others: maybe\ncards: {}\n'), /cards\.others is ignore or refuse, and not "maybe"\./)
  assert.match(
    await said('cards: { columns: { Nr: cardNumber } }\n'),
    /, cards\.columns names "nr", and the file has no such column/,
  )
  // Faults of the file are named by its own keys, and those of flags as flags.
  assert.match(await said(good, '--map', 'Nr=cardNumber'), /--map names "nr", and the file has no such column/)
  assert.match(await said('cards: { columns: { No: number } }\n'), /which .*, cards\.columns calls "number"/)
  assert.match(await said('cards: { set: { sett: a }, words: { stat: { a: b } } }\n'), /, cards\.set names "sett"/)
  assert.match(await said('cards: { words: { stat: { a: b } } }\n'), /, cards\.words names "stat"/)
  assert.match(await said('dates: dym\ncards: {}\n'), /, cards\.dates is ymd, dmy, mdy, and not "dym"\./)
  assert.match(await said('decimal: dot\ncards: {}\n'), /, cards\.decimal is point or comma, and not "dot"\./)
  assert.match(await said(good, '--decimal', 'dot'), /^--decimal is point or comma|\n--decimal is point or comma/)
  assert.match(await said('cards: { set: { cardSetId: } }\n'), /cards\.set\.cardSetId is empty: say what it is\./)
  assert.match(await said('cards: { words: { status: { a: } } }\n'), /status\.a is empty: say what it is\./)
  assert.match(await said('balances: &x {}\ncards:\n  <<: *x\n'), /has a name with & or \*, which stands for/)
  assert.match(await said('dates: &x mdy\ncards: { dates: *x }\n'), /has a name with & or \*/)
  // A value for all rows does not stand beside a column: either of them is left out.
  assert.match(
    await said(good, '--set', 'activationDate=2021-01-01'),
    /"activationDate" is a column of the file and given by --set/,
  )
  assert.match(
    await said(good, '--set', 'activationDate=2021-01-01', '--map', 'Since=-', '--dates', 'ymd'),
    /1 would be written/,
  )
  const missing = await purserCommand('import', 'cards', shop.id, path, '--mapping', `${path}.yaml`)
  assert.match(missing.output, /\.yaml cannot be read: there is no such file\./)
  assert.deepEqual(await shop.verify(), [])
})

test('an import of levels that is killed goes on where it was, and gives each customer one', async () => {
  const count = 4000
  const { shop } = await openTierShop([])
  const numberOf = (index: number) => `93${String(index).padStart(8, '0')}`
  const rows = times(count, (index) => `${numberOf(index)},OK,,,,,,,${index % 3 ? 'Premium' : 'silver'},12/31/2099,,`)
  const path = fileOf(`${people.split('\n', 1)[0]}\n${rows.join('\n')}\n`)
  const words = [shop.id, path, '--mapping', fileOf(mapping)]
  assert.equal((await purserCommand('import', 'cards', ...words)).status, 0)
  const all = ['import', 'levels', ...words, '--database', testDatabase(), '--log-level', 'error']
  const { child, ended } = launch(all, { PURSER_SECRET_KEY: testKey.toString('base64') })
  const given = async () => {
    const [row] = await ask('select count(*)::int as levels from card_tier where brand_id = $1', [shop.id])
    return Number(row?.levels ?? 0)
  }
  await until('some levels are given', async () => (await given()) > 0, 150)
  child.kill('SIGKILL')
  await ended()
  const left = await given()
  assert.ok(left > 0 && left < count, `${left} levels were given`)
  assert.deepEqual(await shop.verify(), [])
  const rest = await purserCommand('import', 'levels', ...words)
  assert.equal(rest.status, 0, rest.output)
  assert.match(rest.output, /Went on after row [\d,]+\./)
  const [told] = await ask(
    'select count(*)::int as changes, count(distinct card_id)::int as cards from tier_change where brand_id = $1',
    [shop.id],
  )
  assert.deepEqual(told, { changes: count, cards: count })
  assert.deepEqual(await shop.verify(), [])
})
