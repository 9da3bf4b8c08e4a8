export { Badge, type Tone } from './badge';
export { Button, ButtonAnchor, ButtonLink, IconButton } from './button';
export { Card, Facts } from './card';
export { CategoryBadge, CategoryMark } from './category-badge';
export { categoryLook } from './category-look';
export { classNames } from './class-names';
export { CodeBlock, type CodeTab } from './code-block';
export { ConfirmDialog } from './confirm-dialog';
export { CopyButton } from './copy-button';
export { CancelButton, Dialog, DialogActions, DialogBody } from './dialog';
export { ExternalAnchor } from './external-anchor';
export { safeExternalUrl } from './external-link';
export {
  Checkbox,
  type ControlProps,
  Field,
  FieldGroup,
  FieldStack,
  Input,
  Radio,
  Segments,
  Select,
  TextArea,
} from './field';
export { FailureNotice } from './failure-notice';
export { FindForm } from './find-form';
export {
  dollarsOf,
  formatCompact,
  formatCount,
  formatDollars,
  formatQuantity,
  microsOf,
} from './format-number';
export { formatDay, formatTimestamp, formatMonth, formatRelative, formatShortMonth } from './format-time';
export { Icon, type IconName, Mark } from './icon';
export { Meter } from './meter';
export { Money } from './money';
export { Notice, type NoticeTone } from './notice';
export { PageHeader, PageStack, useDocumentTitle } from './page-header';
export { Sparkline } from './sparkline-chart';
export { EmptyState, ErrorState, Loaded, Loading, LoadMore, RowsSkeleton, Skeleton } from './states';
export { type Column, Table } from './table';
export { ThemeSwitch } from './theme-switch';
export { Time, UtcTime } from './time';
export { useToast } from './toast';
export { DayChart } from './day-chart/day-chart';
export { type ChartData, type Day, MAXIMUM_SERIES, type Series } from './day-chart/chart-data';
export { focusFirstInvalid } from './focus-first-invalid';
export { isOfInputMethod, latinKey } from './key-press';
export { lazyPart } from './lazy-part';
export { LeaveGuard } from './leave-guard';
export { keepFocusNearby } from './return-focus';
export { useDialogAction } from './use-dialog-action';
export { Figure, FigureRow } from './figure';
