import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useContext, useEffect, useState } from 'react'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useTexts } from '../../texts/texts.ts'
import classes from '../frame.module.css'
import type { Found, SearchContext, SearchSource } from './search-source.ts'
import { LoadSources } from './sources-context.ts'

const [store, dialog] = createSpotlight()

/** One search for everything, opened by its box or by Ctrl-K. */
export function SearchBox() {
  const { shell } = useTexts()
  const hint = useHint()
  return (
    <>
      <UnstyledButton className={classes.search} onClick={dialog.open}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <Text size="sm" className={classes.searchHint}>
          {hint}
        </Text>
        <Kbd size="xs" aria-hidden visibleFrom="sm">
          {shell.searchShort}
        </Kbd>
      </UnstyledButton>
      <SearchDialog />
    </>
  )
}

/** What can be found: for those who only serve customers, that is a card by its number. */
function useHint(): string {
  const { shell } = useTexts()
  return useMay('cards.see') ? shell.searchHint : shell.searchHintTill
}

function SearchDialog() {
  const texts = useTexts()
  const hint = useHint()
  const brand = useBrand()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const groups = useFound(query.trim())
  const open = ({ to, search }: Found) => {
    navigate({ to: `/b/${encodeURIComponent(brand.id)}/${to}`, ...(search && { search: search as never }) }).catch(
      () => undefined,
    )
  }
  // Also while somebody types, where / is only a letter.
  useHotkeys([['mod+K', dialog.open]], [], true)
  const isEmpty = groups?.every(({ found }) => found.length === 0)
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut="/"
      scrollable
      maxHeight={480}
      attributes={{ content: { 'aria-label': texts.shell.search } }}
    >
      <Spotlight.Search
        placeholder={hint}
        aria-label={texts.shell.search}
        leftSection={<IconSearch size={20} stroke={1.6} />}
      />
      <Spotlight.ActionsList>
        {groups?.map(
          ({ id, title, found }) =>
            found.length > 0 && (
              <Spotlight.ActionsGroup key={id} label={title}>
                {found.map((one) => (
                  <Spotlight.Action
                    key={one.id}
                    label={one.label}
                    {...(one.about !== undefined && { description: one.about })}
                    leftSection={one.Icon && <one.Icon size={20} stroke={1.6} />}
                    onClick={() => open(one)}
                  />
                ))}
              </Spotlight.ActionsGroup>
            ),
        )}
        {isEmpty && <Spotlight.Empty>{texts.shell.searchNothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** What there is for a text, soon after the last key. */
function useFound(text: string) {
  const texts = useTexts()
  const brand = useBrand()
  const loadSources = useContext(LoadSources)
  const [settled] = useDebouncedValue(text, 150)
  const { data: groups } = useQuery({
    queryKey: [brand.id, 'searchBox', settled, texts.shell.search],
    queryFn: async () => findAll(await loadSources(), { query: settled, brand, texts }),
    placeholderData: (before) => before,
  })
  // Enter takes the first of what was found, whenever that has come.
  useEffect(() => {
    if (groups && settled !== '') selectFirst()
  }, [groups, settled])
  return groups
}

/** As the kit does it for what it has found itself. */
function selectFirst(): void {
  const actions = document.querySelectorAll('[role="dialog"] [data-action]')
  for (const action of actions) action.removeAttribute('data-selected')
  actions[0]?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

/** What one source cannot find is no reason to show nothing of the others. */
async function findAll(sources: readonly SearchSource[], context: SearchContext) {
  const each = sources.map(async ({ id, title, find }) => {
    const found = await Promise.resolve(find(context)).catch(() => [])
    return { id, title: title(context.texts), found }
  })
  return Promise.all(each)
}
