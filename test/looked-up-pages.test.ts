import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readRecipes } from '../server/doors/portal-api/recipes/read-recipes.ts'
import type { RecipeId } from '../server/doors/portal-api/recipes/recipe-ids.ts'
import { type PageVisit, runPages } from './support/page-commands.ts'
import { testDatabase } from './support/shop.ts'
import { makeDatabase } from './support/template-database.ts'

const root = join(import.meta.dirname, '..')
const demo = join(root, 'demo/harbor-coffee.yaml')
/** Some fifty commands, each of them a process. */
const patient = { timeout: 1_200_000 }

function recipe(id: RecipeId): string {
  const recipes = readRecipes(readFileSync(join(root, 'docs/campaigns.md'), 'utf8'))
  return recipes.find((one) => one.id === id)?.yaml ?? `no recipe ${id}`
}

const save = (file: string, text: string) => `cat > ${file} <<'END'\n${text}\nEND\n`
const fieldOf = (name: string) => `sed -n 's/.*"${name}": *"\\([^"]*\\)".*/\\1/p'`
const checkout = `npx purser call checkout cardNumber=70000001 'products[0].sku=ESP' 'products[0].unitPrice=3.50'`

/** Seals entries as the worker of a server does, and remembers a seal. */
const seal = `npx purser work & WORKER=$!
until npx purser jobs run audit; do sleep 1; done
until npx purser audit 1001 --json | grep -q '"seal":"'; do sleep 1; done
kill $WORKER; wait $WORKER
SEAL=$(npx purser audit 1001 --json | grep -m 1 '"seal":"' | ${fieldOf('seal')})
npx purser key create 1001 till-3
`

/** Pages that people look things up in, and what each takes for granted. All are about the demo brand. */
const visits: readonly PageVisit[] = [
  { page: 'docs/tools.md' },
  { page: 'docs/assistants.md' },
  { page: 'docs/keys.md' },
  { page: 'docs/explain.md', setup: `REF=$(${checkout} | ${fieldOf('requestRef')})` },
  { page: 'docs/simulate.md', setup: save('spring.yaml', recipe('group-price')) },
  { page: 'docs/replay.md' },
  { page: 'docs/campaigns.md', setup: 'mv spring.yaml recipe.yaml' },
  { page: 'docs/drafts.md' },
  { page: 'docs/long-work.md' },
  { page: 'docs/reports.md' },
  { page: 'docs/recommendations.md' },
  { page: 'docs/export.md' },
  { page: 'docs/portal.md' },
  { page: 'docs/privacy.md' },
  { page: 'docs/members.md' },
  {
    page: 'docs/webhooks.md',
    setup: `(cat ${demo}; echo 'webhooks: [{ id: erp, url: "https://erp.harbor.example/purser" }]') > brand.yaml
npx purser brand apply brand.yaml`,
  },
  { page: 'docs/brand-history.md', setup: `cp ${demo} xmas.yaml; sed 's/"1001"/"1002"/' ${demo} > stage.yaml` },
  { page: 'docs/audit.md', setup: seal },
]

/** Roles belong to all databases of one PostgreSQL. */
const ofItsOwn = (name: string) => [name, `${name}_${randomBytes(4).toString('hex')}`] as const

test('every page that things are looked up in does what it says', patient, async () => {
  const url = await makeDatabase(testDatabase(), `page_${randomBytes(6).toString('hex')}`)
  await runPages(visits, {
    // Errands wait until they are cancelled, and whatever a page shows of them is the same each time.
    before: 'npx purser start --data ./data --no-jobs',
    adminUrl: url,
    env: { DATABASE_URL: url, PURSER_ALLOW_UNSAFE_DATABASE: 'true' },
    replaced: Object.fromEntries([ofItsOwn('metabase'), ofItsOwn('harbor_analyst')]),
  })
})
