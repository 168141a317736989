import { Anchor, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { IconFileTypePdf, IconQrcode } from '@tabler/icons-react'
import { useAsking, useAskToChange } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Identifier } from '../../../parts/identifier.tsx'
import { saveBytes } from '../../../parts/table/save-file.ts'
import { useTexts } from '../../../texts/texts.ts'

/** Where people join, place by place, and what to hang up there. */
export function MemberPlaces() {
  const { memberSide: texts } = useTexts()
  const { data, error, refetch } = useAsking('memberPlaces', {})
  const poster = useAskToChange('memberPoster')
  const save = (location: string | undefined, form: 'pdf' | 'png') =>
    poster.mutate(
      { form, ...(location !== undefined && { location }) },
      { onSuccess: ({ name, base64, contentType }) => saveBytes(name, base64, contentType) },
    )
  const rows = data && [{ location: undefined, name: texts.everywhere, url: data.joinUrl }, ...data.places]
  return (
    <Paper p="lg" component="section" aria-label={texts.places}>
      <Stack gap="sm">
        <Title order={2}>{texts.places}</Title>
        {(error ?? poster.error) && <ErrorPanel error={error ?? poster.error} onRetry={() => void refetch()} />}
        {data && !data.isOpen && <Text c="dimmed">{texts.notOpen}</Text>}
        {data?.isOpen && (
          <>
            <Text size="sm" c="dimmed">
              {texts.placesAbout}
            </Text>
            <Group>
              <Anchor href={data.url} target="_blank" rel="noreferrer">
                {texts.openPages}
              </Anchor>
              <BrandLink to="reports/members">{texts.figures}</BrandLink>
            </Group>
            <Table.ScrollContainer minWidth={320}>
              <Table verticalSpacing="xs">
                <Table.Tbody>
                  {rows?.map((one) => (
                    <PlaceRow key={one.location ?? ''} place={one} onSave={save} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </>
        )}
      </Stack>
    </Paper>
  )
}

interface PlaceRowProps {
  readonly place: { readonly location: string | undefined; readonly name: string; readonly url: string }
  readonly onSave: (location: string | undefined, form: 'pdf' | 'png') => void
}

function PlaceRow({ place: { location, name, url }, onSave }: PlaceRowProps) {
  const { memberSide: texts } = useTexts()
  const look = { size: 'compact-sm', variant: 'default' } as const
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{name}</Text>
        <Identifier value={url} />
        <Group gap="xs" mt={4}>
          <Button
            {...look}
            leftSection={<IconFileTypePdf size={16} />}
            aria-label={texts.posterOf(name)}
            onClick={() => onSave(location, 'pdf')}
          >
            {texts.poster}
          </Button>
          <Button
            {...look}
            leftSection={<IconQrcode size={16} />}
            aria-label={texts.codeOf(name)}
            onClick={() => onSave(location, 'png')}
          >
            {texts.code}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
