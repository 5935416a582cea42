import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { Input } from '#client/ui/Input.tsx'

/** The box above a table. `label` is its placeholder and its name. */
export const RowSearch = ({
  label,
  ...props
}: Pick<ComponentProps<typeof Input>, 'value' | 'onChange'> & { label: string }) => (
  <Input
    type="search"
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    maxLength={LIMITS.searchQuery}
    lead={<Search />}
    {...props}
  />
)
