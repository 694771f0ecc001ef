package io.godwit.baseline;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Result;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the keys of a partition hold, and the clients' last writes, as bytes. */
final class ContentCodec {
    private static final int SINGLE = 0;
    private static final int ITEMS = 1;
    private static final int ELEMENTS = 2;

    private ContentCodec() {}

    static void write(DataOutputStream out, MapContent content) throws IOException {
        out.writeInt(content.applied());
        List<Object[]> cells = new ArrayList<>();
        content.maps().forEach((map, keys) -> keys.forEach((key, cell) -> cells.add(new Object[] {map, key, cell})));
        out.writeInt(cells.size());
        for (Object[] cell : cells) {
            bytes(out, (Bytes) cell[0]);
            bytes(out, (Bytes) cell[1]);
            write(out, (Cell) cell[2]);
        }
        List<Long> clients = new ArrayList<>();
        content.forEachExecuted((client, last) -> clients.add(client));
        out.writeInt(clients.size());
        for (long client : clients) {
            Executed last = content.executed(client);
            out.writeLong(client);
            out.writeLong(last.call());
            out.writeInt(last.position());
            ValueCodec.write(out, last.result());
        }
    }

    private static void write(DataOutputStream out, Cell cell) throws IOException {
        out.writeByte(cell instanceof Cell.Single ? SINGLE : cell instanceof Cell.Items ? ITEMS : ELEMENTS);
        out.writeInt(cell.values().size());
        for (Bytes value : cell.values()) {
            bytes(out, value);
        }
    }

    static MapContent read(DataInputStream in) throws IOException {
        int applied = in.readInt();
        NamedMaps maps = NamedMaps.EMPTY;
        for (int left = in.readInt(); left > 0; left--) {
            Bytes map = bytes(in);
            Bytes key = bytes(in);
            maps = maps.with(map, key, cell(in));
        }
        LongMap<Executed> executed = LongMap.empty();
        for (int left = in.readInt(); left > 0; left--) {
            long client = in.readLong();
            long call = in.readLong();
            int position = in.readInt();
            executed = executed.with(client, new Executed(call, position, (Result) ValueCodec.read(in)));
        }
        return MapContent.restored(maps, executed, applied);
    }

    private static Cell cell(DataInputStream in) throws IOException {
        int kind = in.readByte();
        int count = in.readInt();
        if (kind == SINGLE) {
            return new Cell.Single(bytes(in));
        }
        Cell.Items items = null;
        BytesMap<Boolean> elements = BytesMap.empty();
        for (int i = 0; i < count; i++) {
            if (kind == ITEMS) {
                items = Cell.Items.append(items, bytes(in));
            } else {
                elements = elements.with(bytes(in), true);
            }
        }
        return kind == ITEMS ? items : new Cell.Elements(elements);
    }

    static void bytes(DataOutputStream out, Bytes bytes) throws IOException {
        out.writeInt(bytes.length());
        out.write(bytes.shared());
    }

    static Bytes bytes(DataInputStream in) throws IOException {
        return Bytes.owning(in.readNBytes(in.readInt()));
    }
}
