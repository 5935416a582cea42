/** Three dots while the other person writes; spoken once. */
export const TypingDots = ({ name }: { name: string }) => (
  <div className="rf-typing" role="status">
    <span className="sr-only">{name} is typing</span>
    <span aria-hidden="true" className="rf-typing-dots">
      <i />
      <i />
      <i />
    </span>
  </div>
)
