import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import type { TillDialog } from '../till-dialog.ts'

interface SaleCodesProps extends Pick<TillDialog, 'card'> {
  readonly chosen: readonly string[]
  readonly onChange: (coupons: readonly string[]) => void
}

/** The card's own coupons, and codes that the customer says or shows. */
export function SaleCodes({ card, chosen, onChange }: SaleCodesProps) {
  const { till: texts } = useTexts()
  const [typed, setTyped] = useState('')
  const own = card.coupons.map(({ couponId, name }) => ({ couponId, label: `${name} · ${couponId}` }))
  const others = chosen.filter((one) => !own.some(({ couponId }) => couponId === one))
  const add = () => {
    const code = typed.trim()
    if (code !== '' && !chosen.includes(code)) onChange([...chosen, code])
    setTyped('')
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return
    event.preventDefault()
    add()
  }
  return (
    <Stack gap="xs">
      {own.length + others.length > 0 && (
        <Checkbox.Group label={texts.coupons} value={[...chosen]} onChange={onChange}>
          <Stack gap="xs" mt={4}>
            {[...own, ...others.map((code) => ({ couponId: code, label: code }))].map(({ couponId, label }) => (
              <Checkbox key={couponId} value={couponId} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Group align="flex-end" gap="sm">
        <TextInput
          style={{ flexGrow: 1 }}
          label={texts.code}
          autoComplete="off"
          value={typed}
          onKeyDown={onKey}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button variant="default" onClick={add}>
          {texts.addCode}
        </Button>
      </Group>
    </Stack>
  )
}
