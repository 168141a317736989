import { Button, Tooltip } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useAsking, useAskToChange } from '../../ask/queries.ts'
import { useTellFailed } from '../../parts/use-tell-failed.ts'
import { useTexts } from '../../texts/texts.ts'

/** Opens the customer's own page beside this one, where nothing can be changed. */
export function LookAsCustomer({ cardNumber }: { readonly cardNumber: string }) {
  const { memberSide: texts } = useTexts()
  const { locations } = useBrand()
  const maySee = useMay('configuration.see')
  const mayLook = useMay('customers.see') && locations === undefined
  const { data } = useAsking('memberPlaces', {}, { enabled: maySee && mayLook })
  const look = useAskToChange('lookAsMember')
  const tellFailed = useTellFailed()
  if (!mayLook || !data?.isOpen) return null
  const open = () => {
    // Opened at once: a window that opens after an answer is taken for one that nobody asked for.
    const page = window.open('about:blank', '_blank')
    look.mutate(
      { cardNumber },
      {
        onSuccess: ({ url }) => page?.location.replace(url),
        onError: (error) => {
          page?.close()
          tellFailed({ what: texts.lookAs, title: texts.lookAs }, error)
        },
      },
    )
  }
  return (
    <Tooltip label={texts.lookAsAbout} multiline w={280}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconEye size={16} />}
        loading={look.isPending}
        onClick={open}
      >
        {texts.lookAs}
      </Button>
    </Tooltip>
  )
}
