import { Camera, ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import type { RefObject } from 'react'
import { ACCEPTED } from '#contract/media.constants.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { FileInput } from './FileInput.tsx'
import { useDropAndPaste } from './useDropAndPaste.ts'
import { usePicker } from './usePicker.ts'
import type { PickerTarget } from './usePicker.ts'
import './PickButtons.css'

interface PickButtonsProps extends PickerTarget {
  /** Files can be dropped and pasted here too. */
  area: RefObject<HTMLElement | null>
  disabled: boolean
  /** Called when a file is accepted. */
  onPicked?: () => void
}

const BOTH = `${ACCEPTED.image},${ACCEPTED.video}`
const nothing = () => {}

/** Picks a picture or video; on a phone also from the camera. */
export const PickButtons = ({ area, disabled, onPicked = nothing, ...target }: PickButtonsProps) => {
  const { validating, pick } = usePicker(target, onPicked)
  useDropAndPaste(area, disabled, pick)
  const shared = { disabled, pending: validating, onFiles: pick }
  return (
    <span className="s-pick">
      <PickButton
        {...shared}
        label="Add a photo or video"
        icon={<ImagePlus />}
        accept={BOTH}
        multiple={(target.most ?? 1) > 1}
      />
      <PickButton
        {...shared}
        label="Take a photo"
        icon={<Camera />}
        accept={ACCEPTED.image}
        capture="environment"
        className="s-pick-camera"
      />
      <span role="status" className="s-pick-state">
        {validating && 'Validating...'}
      </span>
    </span>
  )
}

interface PickButtonProps {
  label: string
  icon: React.ReactNode
  accept: string
  capture?: 'environment'
  multiple?: boolean
  className?: string
  disabled: boolean
  pending: boolean
  onFiles: (files: readonly File[]) => void
}

const PickButton = ({
  label,
  icon,
  accept,
  capture,
  multiple,
  className,
  disabled,
  pending,
  onFiles,
}: PickButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileInput
        input={input}
        label={`${label}: file`}
        accept={accept}
        capture={capture}
        multiple={multiple}
        onFiles={onFiles}
      />
      <IconButton
        label={label}
        icon={icon}
        className={className}
        disabled={disabled}
        pending={pending}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
