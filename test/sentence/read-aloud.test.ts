import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { facts } from '../../server/domain/brand/facts/all.ts'
import type { Language, SentenceSource } from '../../server/domain/brand/facts/telling.ts'
import { namesIn } from '../../server/domain/sentence/names.ts'
import { tellCampaign, tellCondition, tellSegment } from '../../server/domain/sentence/tell.ts'
import { conditionWith, everyCondition, isCountable } from '../support/sentence/every-fact.ts'
import { everyRule } from '../support/sentence/every-rule.ts'
import { mergeSections } from '../support/story/merge.ts'
import { readRecipes } from '../support/story/read-page.ts'

const root = join(import.meta.dirname, '../..')
const demo = parse(readFileSync(join(root, 'demo/harbor-coffee.yaml'), 'utf8'))
const recipes = readRecipes(readFileSync(join(root, 'docs/campaigns.md'), 'utf8'))

// After a change of words: npm test -- read-aloud --update-snapshots, and then read what is written there.
for (const language of ['en', 'de'] as const) {
  test(`what the rule language can say is read aloud in ${language}`, (t) => {
    const told = [
      ...cookbookLines(language),
      '',
      ...ruleLines(language),
      '',
      ...amountLines(language),
      '',
      ...factLines(language),
    ]
    const path = join(import.meta.dirname, `read-aloud.${language}.txt`)
    t.assert.fileSnapshot(`${told.join('\n')}\n`, path, { serializers: [String] })
  })
}

const telling = (language: Language, file: object = demo): SentenceSource => ({
  language,
  currency: 'USD',
  nameOf: namesIn(file),
})

function campaignLines(campaign: unknown, how: SentenceSource): string[] {
  const { when, rules, limits } = tellCampaign(campaign, how)
  const lines = [when ?? '', ...rules.map(({ sentence }) => `- ${sentence}`), limits ?? '']
  return lines.filter((line) => line !== '')
}

function cookbookLines(language: Language): string[] {
  const fromRecipes = recipes.flatMap(({ title, sections }) => {
    const campaigns = Array.isArray(sections.campaigns) ? sections.campaigns : []
    const how = telling(language, mergeSections(demo, sections))
    return ['', `# ${title}`, ...campaigns.flatMap((campaign) => campaignLines(campaign, how))]
  })
  const fromDemo = demo.campaigns.flatMap((campaign: { name: string }) => [
    '',
    `# The demo brand: ${campaign.name}`,
    ...campaignLines(campaign, telling(language)),
    `(${tellCampaign(campaign, telling(language)).summary})`,
  ])
  const segments = demo.segments.map(
    (segment: { name: string }) => `- ${segment.name}: ${tellSegment(segment, telling(language))}`,
  )
  return [...fromRecipes, ...fromDemo, '', '# Segments', ...segments]
}

function ruleLines(language: Language): string[] {
  const sentences = everyRule.flatMap((rule) => campaignLines({ rules: [rule] }, telling(language)))
  return ['# Everything else a rule can say', ...sentences]
}

function amountLines(language: Language): string[] {
  const countable = Object.entries(facts).filter(([, fact]) => isCountable(fact))
  const sentences = countable.flatMap(([name]) => {
    const { fact: _fact, op: _op, value: _value, ...given } = conditionWith(name, '=')
    return [1, 3].map((per) => {
      const amount = { give: 5, per, of: name, ...given }
      const rule = { trigger: 'custom', then: [{ issue: { balanceType: 'Points', amount } }] }
      return `- ${tellCampaign({ rules: [rule] }, telling(language)).rules[0]?.sentence.replace(/^.*?: /, '')}`
    })
  })
  return ['# Amounts of every fact that can be counted', ...sentences]
}

function factLines(language: Language): string[] {
  const lines = everyCondition().map((condition) => `- ${tellCondition(condition, telling(language))}`)
  return ['# Every fact with every operator', ...lines]
}
