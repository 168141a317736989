import { Alert, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useAsking } from '../../../../ask/queries.ts'
import { BrandLink } from '../../../../parts/brand-link.tsx'
import { ErrorPanel } from '../../../../parts/error-panel.tsx'
import { Page } from '../../../../parts/page.tsx'
import { useTexts } from '../../../../texts/texts.ts'
import { NeededFirst } from './needed-first.tsx'
import classes from './start.module.css'
import { useBegin } from './use-begin.ts'

/** A new campaign: from nothing, or from one of the cookbook that is nearly what is wanted. */
export function StartScreen() {
  const { editor, couponFlow } = useTexts()
  const { data, error, refetch } = useAsking('listRecipes', {})
  const [search, setSearch] = useState('')
  const begin = useBegin()
  const wanted = search.trim().toLowerCase()
  const recipes = (data?.recipes ?? []).filter((one) =>
    `${one.title} ${editor.recipe(one.id, one).title} ${one.about}`.toLowerCase().includes(wanted),
  )
  const groups = new Map(recipes.map(({ group, groupTitle }) => [group, editor.recipeGroup(group, groupTitle)]))
  return (
    <Page
      title={editor.newCampaign}
      about={editor.newCampaignAbout}
      secondary={<BrandLink to="campaigns/new/coupon">{couponFlow.title}</BrandLink>}
      primary={
        <Button leftSection={<IconPlus size={16} />} loading={begin.isPending} onClick={() => begin.fromNothing()}>
          {editor.fromNothing}
        </Button>
      }
    >
      {begin.error !== null && <ErrorPanel error={begin.error} />}
      {begin.needing && <NeededFirst needing={begin.needing} isBusy={begin.isPending} onClose={begin.forget} />}
      <TextInput
        aria-label={editor.searchRecipes}
        placeholder={editor.searchRecipes}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
        maw={420}
      />
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton h={400} />}
      {data && recipes.length === 0 && <Alert color="gray">{editor.nothingFound}</Alert>}
      {[...groups].map(([group, name]) => (
        <Stack key={group} gap="sm" component="section" aria-label={name}>
          <Title order={2} size="h3">
            {name}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
            {recipes
              .filter((one) => one.group === group)
              .map((one) => (
                <Recipe
                  key={one.id}
                  {...editor.recipe(one.id, one)}
                  isDisabled={begin.isPending}
                  onOpen={() => begin.fromRecipe(one)}
                />
              ))}
          </SimpleGrid>
        </Stack>
      ))}
    </Page>
  )
}

interface RecipeProps {
  readonly title: string
  readonly about: string
  readonly isDisabled: boolean
  readonly onOpen: () => void
}

function Recipe({ title, about, isDisabled, onOpen }: RecipeProps) {
  return (
    <Card
      component="button"
      className={classes.recipe}
      padding="md"
      onClick={isDisabled ? undefined : onOpen}
      withBorder
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600} size="sm">
          {title}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mt={4} lineClamp={3}>
        {about}
      </Text>
    </Card>
  )
}
