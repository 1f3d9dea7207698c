import { Component } from 'preact';
import type { Row } from '../../src/shared/explorer/picture';
import { isDraggable } from './drag';
import { iconName } from '../kit/fileIcons';
import { percentage } from '../kit/percentage';
import { nameOf, type TreeItem } from './treeModel';

/** Height of a row, as in VS Code's own lists. */
export const ROW_HEIGHT_PX = 22;

/** What a row of the tree needs. */
export interface RowProps {
  readonly item: TreeItem;
  readonly index: number;
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  /** Whether something that it takes is held over it. */
  readonly isDropTarget: boolean;
  readonly onAction: (row: Row, command: string) => void;
}

/** One row, drawn when something of it changes. Everything in it is text; VS Code reads its menu from `data-vscode-context`. */
export class RowView extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return Object.entries(next).some(([key, value]) => value !== this.props[key as keyof RowProps]);
  }

  override render({ item, index, isFocused, isSelected, isDropTarget, onAction }: RowProps) {
    const { row } = item;
    const guides = (row.level - 1) * 8;
    return (
      <div
        class={`row ${isSelected ? 'selected' : ''} ${isDropTarget ? 'dropping' : ''}`}
        style={{ top: `${index * ROW_HEIGHT_PX}px` }}
        role="treeitem"
        aria-level={row.level}
        aria-posinset={item.position}
        aria-setsize={item.siblings.count}
        aria-expanded={item.hasChildren ? item.isOpen : undefined}
        aria-selected={isSelected}
        aria-label={nameOf(row, document.documentElement.lang)}
        aria-keyshortcuts={row.actions && 'Control+.'}
        draggable={isDraggable(row)}
        tabIndex={isFocused ? 0 : -1}
        aria-description={row.tooltip}
        data-index={index}
        data-vscode-context={contextOf(row)}
      >
        {guides > 0 && <span class="guides" style={{ width: `${guides}px` }} />}
        <span class={`twistie codicon ${twistie(item)}`} aria-hidden="true" />
        <RowContent row={row} onAction={command => onAction(row, command)} />
      </div>
    );
  }
}

/** What stands in a row, wherever it is: icon, words, signs, and what can be done with it. */
export function RowContent({
  row,
  onAction,
  isReachable = false,
}: {
  readonly row: Row;
  readonly onAction: (command: string) => void;
  /** Whether Tab reaches its buttons: where the row itself has no keys and no menu. */
  readonly isReachable?: boolean;
}) {
  return (
    <>
      <span
        class={`icon codicon codicon-${row.icon} ${row.tone ?? ''}`}
        data-file={row.kind.startsWith('file ') && row.target.path ? iconName(row.target.path) : undefined}
        aria-hidden="true"
      />
      <span class={labelClass(row)}>{row.label}</span> <span class="detail">{row.detail}</span>{' '}
      {row.figures !== undefined && <span class="row-figures">{row.figures}</span>}{' '}
      {row.badge !== undefined && <span class="badge">{row.badge}</span>}{' '}
      {row.progress !== undefined && <Progress percent={row.progress} />}
      {row.mark && (
        <span
          class={`mark codicon codicon-${row.mark.icon} ${row.mark.tone ?? ''}`}
          title={row.mark.title}
          aria-hidden="true"
        />
      )}
      {row.change && (
        <span class={`letter ${row.change.kind}`} data-letter={row.change.letter} title={row.change.title} />
      )}
      {row.actions?.map(({ command, title, icon }) => (
        <button
          key={command}
          type="button"
          class={`action codicon codicon-${icon ?? 'check'}`}
          tabIndex={isReachable ? 0 : -1}
          title={title}
          aria-label={title}
          onClick={event => {
            event.stopPropagation();
            onAction(command);
          }}
        />
      ))}
    </>
  );
}

function Progress({ percent }: { readonly percent: number }) {
  const width = Math.min(100, Math.max(0, percent));
  return (
    <>
      <span class="bar" aria-hidden="true">
        <i style={{ width: `${width}%` }} />
      </span>
      <span class="percent">{percentage(percent, document.documentElement.lang)}</span>
    </>
  );
}

function twistie({ hasChildren, isOpen }: TreeItem): string {
  if (!hasChildren) return '';
  return isOpen ? 'codicon-chevron-down' : 'codicon-chevron-right';
}

function labelClass({ isHeading, change }: Row): string {
  return `label ${isHeading === true ? 'heading' : ''} ${change?.kind ?? ''}`;
}

/** What VS Code reads when the row's menu is opened, with what else the menu acts on. */
export function contextOf({ kind, target, id }: Row, more: object = {}): string {
  return JSON.stringify({
    ...target,
    webviewItem: kind,
    webviewItemId: id,
    preventDefaultContextMenuItems: true,
    ...more,
  });
}
