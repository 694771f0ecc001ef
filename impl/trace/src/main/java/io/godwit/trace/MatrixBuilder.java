package io.godwit.trace;

import io.godwit.trace.Lens.CellLens;
import io.godwit.trace.Lens.MarkLens;
import io.godwit.trace.Trace.Cell;
import io.godwit.trace.Trace.Mark;
import io.godwit.trace.Trace.Matrix;
import io.godwit.trace.Trace.Stamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks at states through a lens: matrix, marks. Stamp codes are the same over the whole trace. */
final class MatrixBuilder {
    private final Lens lens;
    private final List<TlaValue> members;
    private final Map<TlaValue, String> codes = new LinkedHashMap<>();
    private List<List<Cell>> previous;

    MatrixBuilder(Lens lens, List<TlaValue> members) {
        this.lens = lens;
        this.members = members;
    }

    /** The matrix of a state, or null if the lens has none. Call it in the order of the steps. */
    Matrix matrix(Map<String, TlaValue> state) {
        if (lens.cell().isEmpty() || lens.partitions().isEmpty()) {
            return null;
        }
        TlaValue partitions = lens.partitions().get().eval(state, Map.of()).orElse(TlaValue.set());
        List<TlaValue> rows = partitions.elementsOrDomain();
        List<List<Cell>> cells = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            List<Cell> row = new ArrayList<>();
            for (int j = 0; j < members.size(); j++) {
                Cell cell = cell(lens.cell().get(), state, members.get(j), rows.get(i));
                boolean known = previous != null && i < previous.size();
                row.add(withChanged(
                        cell,
                        known && !withChanged(previous.get(i).get(j), false).equals(cell)));
            }
            cells.add(List.copyOf(row));
        }
        previous = cells;
        return new Matrix(rows.stream().map(TlaValue::display).toList(), List.copyOf(cells), stamps(state));
    }

    private static Cell withChanged(Cell c, boolean changed) {
        return new Cell(c.version(), c.replicas(), c.role(), c.data(), c.marks(), changed);
    }

    private Cell cell(CellLens cell, Map<String, TlaValue> state, TlaValue member, TlaValue partition) {
        Map<String, TlaValue> bound = Map.of("m", member, "p", partition);
        List<TlaValue> replicas = cell.replicas()
                .flatMap(e -> e.eval(state, bound))
                .map(TlaValue::elementsOrDomain)
                .orElse(List.of());
        TlaValue nobody = lens.nobody().flatMap(e -> e.eval(state, Map.of())).orElse(null);
        List<String> names = new ArrayList<>();
        replicas.forEach(r -> names.add(r.equals(nobody) ? null : r.display()));
        return new Cell(
                cell.version().map(t -> t.render(state, bound)).orElse(""),
                Collections.unmodifiableList(names),
                role(cell, state, bound, replicas.indexOf(member)),
                cell.data().map(t -> t.render(state, bound)).orElse(""),
                marks(cell.marks(), state, bound),
                false);
    }

    private static String role(CellLens cell, Map<String, TlaValue> state, Map<String, TlaValue> bound, int index) {
        if (cell.roles().isEmpty()) {
            return index < 0 ? "" : index == 0 ? "primary" : "backup";
        }
        List<Mark> roles = marks(cell.roles(), state, bound);
        return roles.isEmpty() ? "" : roles.get(0).label();
    }

    /** The marks of a member. */
    List<Mark> marks(Map<String, TlaValue> state, TlaValue member) {
        return marks(lens.marks(), state, Map.of("m", member));
    }

    private static List<Mark> marks(List<MarkLens> lenses, Map<String, TlaValue> state, Map<String, TlaValue> bound) {
        List<Mark> marks = new ArrayList<>();
        for (MarkLens mark : lenses) {
            if (mark.when().map(w -> w.holds(state, bound)).orElse(true)) {
                marks.add(new Mark(mark.label().render(state, bound), mark.tone()));
            }
        }
        return List.copyOf(marks);
    }

    private List<Stamp> stamps(Map<String, TlaValue> state) {
        if (lens.stamp().isEmpty()) {
            return List.of();
        }
        List<TlaValue> stamps = new ArrayList<>();
        List<TlaValue> contents = new ArrayList<>();
        for (TlaValue member : members) {
            boolean down = marks(state, member).stream().anyMatch(m -> m.tone().equals("down"));
            stamps.add(eval(lens.stamp().get(), state, member));
            contents.add(
                    down || lens.content().isEmpty()
                            ? null
                            : eval(lens.content().get(), state, member));
        }
        List<Stamp> out = new ArrayList<>();
        for (int i = 0; i < stamps.size(); i++) {
            TlaValue stamp = stamps.get(i);
            boolean conflict = false;
            for (int j = 0; j < stamps.size() && stamp != null && contents.get(i) != null; j++) {
                conflict |= stamp.equals(stamps.get(j))
                        && contents.get(j) != null
                        && !contents.get(i).equals(contents.get(j));
            }
            out.add(new Stamp(stamp == null ? "" : codes.computeIfAbsent(stamp, s -> code(codes.size())), conflict));
        }
        return List.copyOf(out);
    }

    private static TlaValue eval(Expr expr, Map<String, TlaValue> state, TlaValue member) {
        return expr.eval(state, Map.of("m", member)).orElse(null);
    }

    /** A, B, ..., Z, A1, B1, ... */
    private static String code(int index) {
        String tracked = String.valueOf((char) ('A' + index % 26));
        return index < 26 ? tracked : tracked + index / 26;
    }
}
